// A new game without signal: its page is kept on the phone as the server has painted it for so many
// people, with their names put in, and its start waits to be sent. Fetched by the page of setting up.

import { flush } from "../outbox/send.js";
import { change, find, keep, read } from "../outbox/store.js";

const PAGES = "/games/new/page?";
const MOST = 8;
// Stands for the name of the first who sits there; those of the others follow it.
const FIRST_NAME = 0xe010;
const IMPORTS = /\bimport\s*(?:[\w*{][^"(]*from\s*)?"(\.[^"]+)"/g;
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

const isRead = ([name]) => name === "variant" || name.startsWith("rule-");
const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => name !== "csrf_token");

/** Where the page of this game is found, by its rules and how many play. */
function addressOf(form, players) {
  const fields = fieldsOf(form).filter(isRead);
  return PAGES + new URLSearchParams([...fields, ["players", players]]);
}

/** What is kept of the page of such a game; nothing of another release, whose files may be gone. */
async function findKept(form, players) {
  const kept = await globalThis.caches?.match(addressOf(form, players));
  const told = await kept?.json();
  return told && import.meta.url.includes(`/${told.release}/`) ? told : null;
}

/** Fetch files with what they import, so that a worker keeps them. */
async function fetchAll(addresses, known = new Set()) {
  const fetched = addresses.filter((one) => !known.has(one)).map(async (one) => {
    known.add(one);
    const text = await (await fetch(one)).text();
    const base = new URL(one, location.href);
    if (!one.endsWith(".js")) return;
    const more = [...text.matchAll(IMPORTS)].map(([, path]) => new URL(path, base).pathname);
    await fetchAll(more, known);
  });
  await Promise.all(fetched);
}

/** Keep the page of such a game for when there is no signal; where there is no worker nothing is. */
export async function learn(form, players) {
  const address = addressOf(form, players);
  if (!navigator.serviceWorker?.controller || (await findKept(form, players))) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  const copy = answer.clone();
  await fetchAll((await answer.json()).files);
  const pages = await caches.open("pages");
  const kept = (await pages.keys()).filter(({ url }) => url.includes(PAGES));
  for (const old of kept.slice(0, 1 - MOST)) await pages.delete(old);
  await pages.put(address, copy);
}

/** Put the names of people in the place of those that stand for them. */
function withNames(text, people, write) {
  const name = (sign) => write(people[sign.charCodeAt() - FIRST_NAME].name);
  return text.replace(/[\ue010-\ue01b]/g, name);
}

/** The page of this game with these people. */
function paint({ page, sheets }, people, dealer) {
  const { title, html, data } = sheets[dealer];
  const { content: token } = document.querySelector('meta[name="csrf-token"]');
  const told = { ...data, unstarted: true };
  told.seats = data.seats.map((seat, at) => ({ ...seat, player: people[at].id || seat.player }));
  const json = withNames(JSON.stringify(told), people, inText).replaceAll("<", "\\u003c");
  const whole = page
    .replace(sheets[0].html, () => html)
    .replace(/<title>[^<]*/, () => `<title>${title}`)
    .replace(/(id="game-data">)[^<]*/, (_, block) => `${block}\n`)
    .replaceAll(/name="csrf[-_]token" (?:content|value)="/g, (field) => field + token);
  return withNames(whole, people, inMarkup).replace('id="game-data">\n', (block) => block + json);
}

const inText = (sign) => JSON.stringify(sign).slice(1, -1);
const inMarkup = (name) => name.replace(/[&<>"']/g, (sign) => SIGNS[sign]);

/** What brings its sheet to other data, with these people in it. */
function patternsOf({ id: unstarted, patterns: { words, ...markup } }, people, id) {
  const named = (part, write) =>
    JSON.parse(withNames(JSON.stringify(part), people, (name) => inText(write(name))));
  const all = { ...named(markup, inMarkup), words: named(words, String) };
  return JSON.stringify(all).replaceAll(unstarted, id);
}

/** Show the game on its own page, as far as this phone keeps one; false where it does not. */
async function show(form, people, dealer, id) {
  const told = await findKept(form, people.length);
  if (!told || !navigator.serviceWorker.controller) return false;
  const html = paint(told, people, dealer).replaceAll(told.id, id);
  const headers = {
    "content-type": "text/html;charset=utf-8",
    "kept-at": Date.now(),
    "kept-release": told.release,
    "kept-unstarted": "yes",
  };
  const pages = await caches.open("pages");
  await pages.put(`/games/${id}`, new Response(html, { headers }));
  await pages.put(`/games/${id}/patterns`, new Response(patternsOf(told, people, id)));
  location.replace(`/games/${id}`);
  return true;
}

/**
 * Begin the game that the form says, now or once there is signal. `tell` hears why it cannot begin,
 * if the server refuses it; gives whether its page is shown.
 */
export async function begin(form, { people, dealer }, tell) {
  await read();
  const id = form.elements.game.value;
  const address = new URL(form.action).pathname;
  const start = { what: "start", name: id, game: id, address, form: fieldsOf(form), content: {} };
  const known = find(id);
  await (known ? change(Object.assign(known, start)) : keep({ ...start, at: Date.now() }));
  const isPlain = !form.elements.follows;
  if (isPlain && (await show(form, people, people.indexOf(dealer), id))) return true;
  const hear = (heard) => {
    const { answer, item } = heard.detail;
    if (item?.name !== id || !(answer.address || item.refused)) return undefined;
    document.removeEventListener("outbox", hear);
    if (answer.address) return location.replace(answer.address);
    // What is wrong with it can be put right here.
    heard.preventDefault();
    return tell(item.refused);
  };
  document.addEventListener("outbox", hear);
  flush();
  return false;
}
