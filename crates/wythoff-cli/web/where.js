// Where the engine is. `wythoff lab` serves this file as it stands; `make site` writes 'browser' instead.
export const ENGINE = 'server';
