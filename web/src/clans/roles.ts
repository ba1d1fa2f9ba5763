/** What members may do. The server decides; this is about which buttons there are. */
import type { Clan, ClanMember, ClanRole } from '../api/types';

export function memberOf(clan: Clan, player: string | undefined): ClanMember | undefined {
  return clan.roster.find((member) => member.player_id === player);
}

/** How a clan is after somebody has left it. */
export function without(clan: Clan, player: string): Clan {
  const roster = clan.roster.filter((member) => member.player_id !== player);
  return { ...clan, roster, members: roster.length };
}

/** Invites, and writes the text about the clan. */
export function leads(role: ClanRole | undefined): boolean {
  return role === 'captain' || role === 'officer';
}

export function mayManage(own: ClanRole | undefined, other: ClanRole): boolean {
  return (own === 'captain' && other !== 'captain') || (own === 'officer' && other === 'member');
}
