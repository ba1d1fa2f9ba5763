/** The names under which the client uses the gateway's types. */
import type { components as Rest } from './gen/rest';
import type { components as Socket } from './gen/socket';

type R = Rest['schemas'];
type S = Socket['schemas'];

export type FromServer = S['FromServer'];
export type ToServer = S['ToServer'];
export type GameEvent = S['GameEventMessage']['event'];
export type Notice = S['Notice'];

export type Snapshot = S['Snapshot'];
export type Live = S['Live'];
export type Turn = Snapshot['turns'][number];
export type Stone = S['Stone'];
export type Point = Stone['point'];
export type Action = S['Act']['action'];
export type Choice = S['OpeningState']['choices'][number];
export type Clocks = S['Clocks'];
export type Result = S['Result'];
export type Foul = S['Foul'];
export type FoulLine = S['FoulLine'];
export type GameSummary = S['GameSummary'];
export type GamePlayer = S['Player'];
export type Settings = S['Settings'];
export type TimeControl = S['TimeControl'];
export type Match = S['Match'];
export type Seek = S['Seek'];
export type Lobby = S['Lobby'];
export type QuickPool = S['QuickPool'];
export type Inbox = S['Inbox'];
export type ChatLine = S['ChatLine'];
export type ChatLines = S['ChatLines'];
export type RatedGame = S['RatedGame'];
export type Me = S['Me'];
export type Tournament = S['Tournament'];
export type TournamentNow = S['TournamentNow'];
export type TournamentRound = S['TournamentRound'];
export type TournamentBoard = S['TournamentBoard'];
export type Standings = S['Standings'];
export type StandingsRow = S['StandingsRow'];
export type RoundLine = S['RoundLine'];

export type SettingsIn = R['SettingsIn'];
export type SeekIn = R['SeekForAnybody'];
export type Session = R['Session'];
export type SessionInfo = R['SessionInfo'];
export type Profile = R['Profile'];
export type Rating = R['Rating'];
export type Leaderboard = R['Leaderboard'];
export type LeaderboardRow = R['LeaderboardRow'];
export type Modes = R['Modes'];
export type Clan = R['Clan'];
export type ClanSummary = R['ClanSummary'];
export type ClanMember = R['ClanMember'];
export type ClanMembership = R['ClanMembership'];
export type ClanInvitation = R['ClanInvitation'];
export type ClanRole = ClanMember['role'];
export type Explanation = R['Explanation'];
export type TournamentView = R['TournamentView'];
export type Participant = R['Participant'];
export type OwnEntry = R['OwnEntry'];
export type OrganiserActs = R['OrganiserActs'];
export type TournamentIn = R['TournamentIn'];
export type Tiebreak = NonNullable<TournamentIn['tiebreaks']>[number];
export type BoardResult = NonNullable<TournamentBoard['result']>;

export type Seat = 'first' | 'second';
export type Colour = 'black' | 'white';
export type Mode = Settings['mode'];
export type RatedMode = Rating['mode'];
export type Room = 'players' | 'spectators';

export const other = (seat: Seat): Seat => (seat === 'first' ? 'second' : 'first');
export const opposite = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');
