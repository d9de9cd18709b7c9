// Mouse, touch and wheel on the board.

import { LEFT, canvas, view } from './surface.js';

/** `moved()` after every pan and zoom, `hover(square)` with `null` where there is none, `choose(square, how)`. */
export function listen({ moved: touched, hover, choose }) {
  const pointers = new Map();
  let moved = 0;
  let pinch = 0;
  const where = (event) => {
    const rectangle = canvas().getBoundingClientRect();
    return [event.clientX - rectangle.left - LEFT, event.clientY - rectangle.top];
  };
  canvas().addEventListener('pointerdown', (event) => {
    canvas().setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, where(event));
    if (pointers.size === 1) moved = 0;
    if (pointers.size === 2) pinch = gap();
  });
  const gap = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  canvas().addEventListener('pointermove', (event) => {
    const now = where(event);
    if (!pointers.has(event.pointerId)) {
      hover(view.square(...now));
      return;
    }
    const before = pointers.get(event.pointerId);
    pointers.set(event.pointerId, now);
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (moved < 5) return;
    const share = 1 / pointers.size;
    view.pan((now[0] - before[0]) * share, (now[1] - before[1]) * share);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const wide = gap();
      if (pinch > 0) view.zoom(wide / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = wide;
    }
    touched();
  });
  const up = (event) => {
    const alone = pointers.size === 1;
    pointers.delete(event.pointerId);
    if (!alone || moved >= 5 || event.type === 'pointercancel') return;
    const at = view.square(...where(event));
    const [px, py] = where(event);
    if (at && px >= 0 && py <= view.height) choose(at, event.shiftKey ? 'mark' : 'choose');
  };
  canvas().addEventListener('pointerup', up);
  canvas().addEventListener('pointercancel', up);
  canvas().addEventListener('pointerleave', () => hover(null));
  canvas().addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const [px, py] = where(event);
      const lines16 = event.deltaMode === 1 ? 16 : 1;
      view.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines16)) * 0.004), px, py);
      touched();
    },
    { passive: false },
  );
}
