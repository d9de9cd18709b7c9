// The same game with piles of tokens, for any number of piles: take tokens by choosing the lowest one to go, in as many piles as you
// like; what is legal the engine has said.

import { h, show } from './dom.js';
import { position, samePosition } from './number.js';

const MOST_TOKENS = 60;
let draft = null;
let of = '';

export function showPiles(holder, game) {
  const { reply } = game;
  const here = reply.position.map(BigInt);
  const key = `${here.join(',')}|${reply.record.acts.length}`;
  if (of !== key) {
    of = key;
    draft = [...here];
  }
  const again = () => {
    const keep = document.activeElement?.dataset?.place;
    showPiles(holder, game);
    if (keep) holder.querySelector(`[data-place="${keep}"]`)?.focus();
  };
  const { turn } = reply;
  const playing = game.mine && turn.asked !== 'over';
  const changed = draft.some((n, i) => n !== here[i]);
  const option = (turn.options ?? []).find((o) => samePosition(o.to, draft));
  const legal = option?.standing === 'open' || (turn.complete === false && changed);
  const verb = { move: 'Move', forbid: 'Choose', propose: 'Choose' }[turn.asked] ?? 'Move';
  show(
    holder,
    h(
      'p',
      { class: 'soft' },
      turn.asked === 'over'
        ? 'The game is over.'
        : turn.asked === 'move'
          ? 'Choose how many tokens each pile keeps, then move.'
          : `Choose the piles to ${turn.asked}: what would be left.`,
    ),
    h(
      'div',
      { class: 'piles' },
      here.map((n, i) => pile(n, i, playing, again)),
    ),
    playing &&
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'main',
            'data-place': 'go',
            disabled: !changed,
            onclick: () =>
              legal
                ? take(game, here)
                : game.refuse(
                    `${position(draft)} is not possible: ${option ? `it is ${option.standing.replace('-', ' ')}` : `no move leads there from ${position(here)}`}.`,
                  ),
          },
          `${verb} ${changed ? position(draft) : ''}`.trim(),
        ),
        h(
          'button',
          {
            type: 'button',
            'data-place': 'back',
            disabled: !changed,
            onclick: () => {
              draft = [...here];
              again();
            },
          },
          'Put back',
        ),
      ),
    playing &&
      (turn.options ?? []).length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, `All ${turn.options.length} options`),
        h(
          'div',
          { class: 'chips options' },
          turn.options.map((o) =>
            h(
              'button',
              {
                type: 'button',
                class: `chip ${o.standing === 'forbidden' ? 'forbid' : game.wins.some((w) => samePosition(w, o.to)) ? 'win' : ''}`,
                disabled: o.standing !== 'open',
                'aria-pressed': turn.asked === 'move' ? null : String(game.picked.some((p) => samePosition(p, o.to))),
                title: o.kinds.join(', '),
                onclick: () => game.choose(o.to.map(BigInt)),
              },
              position(o.to),
            ),
          ),
        ),
      ),
  );
}

/** What is named to be forbidden or proposed is put back at once. */
function take(game, here) {
  const to = [...draft];
  if (game.reply.turn.asked !== 'move') draft = [...here];
  game.choose(to);
}

function pile(count, index, playing, again) {
  const small = count <= BigInt(MOST_TOKENS);
  const keep = (n) => {
    draft[index] = n;
    again();
  };
  const tokens = small
    ? h(
        'div',
        { class: 'tokens', role: 'group', 'aria-label': `Pile ${index + 1}, ${count} tokens` },
        Array.from({ length: Number(count) }, (_, k) =>
          h('button', {
            type: 'button',
            class: `token ${BigInt(k) >= draft[index] ? 'taken' : ''}`,
            disabled: !playing,
            'data-place': `${index}-${k}`,
            'aria-label': `Pile ${index + 1}: leave ${k}`,
            onclick: () => keep(draft[index] === BigInt(k) ? count : BigInt(k)),
          }),
        ),
      )
    : h('input', {
        'aria-label': `Pile ${index + 1}: how many stay`,
        value: String(draft[index]),
        disabled: !playing,
        onchange: (event) => {
          try {
            keep(BigInt(event.target.value));
          } catch {
            event.target.value = String(draft[index]);
          }
        },
      });
  return h(
    'div',
    { class: 'pile' },
    tokens,
    h('div', { class: 'floor' }),
    h('b', {}, draft[index] === count ? String(count) : `${count} → ${draft[index]}`),
  );
}
