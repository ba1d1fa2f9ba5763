import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { session } from './api/session.svelte';
import { inbox } from './app/inbox.svelte';
import { match } from './app/routes';
import { settings } from './app/settings.svelte';
import { updates } from './app/updates.svelte';
import { i18n } from './i18n/index.svelte';
import { arrivals } from './lobby/arrivals.svelte';
// The browser says early and once that the client can be installed.
import './settings/install.svelte';

// What the page will need is asked for before the texts are here. A failure is said by whoever waits.
void session.resume();
match(location.pathname)
  ?.route.load()
  .catch(() => {});
// The language first, so that no other is fetched.
await settings.apply();
await i18n.need('common');
const target = document.getElementById('app');
if (target) {
  target.textContent = '';
  mount(App, { target });
}
inbox.start();
arrivals.start();
void updates.start();
// What was done in puzzles without a connection is sent from whatever page is opened.
if (localStorage.getItem('x0.puzzles.queue')) {
  void import('./puzzles/sender').then(({ sender }) => sender.start());
}
