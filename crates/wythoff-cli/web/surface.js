// What everything that paints the board shares: its view, its canvas, and the room for labels.

import { View } from './geometry.js';
import { byId } from './dom.js';

export const LEFT = 46; // room for labels
export const BELOW = 26;
export const NEAR = 2; // pixels per square from which single squares are asked for

export const view = new View();
export const canvas = () => byId('board');

/** The context to paint with, and how many of its pixels are one of the page. */
export const surface = { context: null, ratio: 1 };

/** The nearest edge of a pixel, so that squares are sharp. */
export const pixel = (n) => Math.round(n * surface.ratio) / surface.ratio;
