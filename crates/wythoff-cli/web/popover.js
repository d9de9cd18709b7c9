// Panels that open under a button and step aside again: Escape, the button, or a click elsewhere. No modal windows.

import { byId } from './dom.js';

export function popover(button, panel, opened = () => {}) {
  const close = (focus) => {
    if (byId(panel).hidden) return;
    byId(panel).hidden = true;
    byId(button)?.setAttribute('aria-expanded', 'false');
    if (focus) byId(button)?.focus();
  };
  const open = () => {
    byId(panel).hidden = false;
    byId(button)?.setAttribute('aria-expanded', 'true');
    opened();
  };
  byId(button)?.addEventListener('click', () => (byId(panel).hidden ? open() : close(false)));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(byId(panel).contains(document.activeElement));
  });
  document.addEventListener('pointerdown', (event) => {
    if (!byId(panel).contains(event.target) && !byId(button)?.contains(event.target)) close(false);
  });
  return { open, close };
}
