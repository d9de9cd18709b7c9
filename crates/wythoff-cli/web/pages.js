// The pages beside the board. They are fetched once the board is there, so that nobody waits for them who came to look at squares; whoever
// asks for one earlier gets it then.

const FILES = {
  sequences: () => import('./sequences.js'),
  proof: () => import('./proof.js'),
  papers: () => import('./papers.js'),
  learn: () => import('./learn.js'),
  rulebook: () => import('./rulebook.js'),
};

let proof = null; // its module, as soon as it is there

async function fetched(name) {
  const module = await FILES[name]();
  if (name === 'proof') proof = module;
  return module;
}

/** The elements of a page. */
export async function makePage(name) {
  let module;
  try {
    module = await fetched(name);
  } catch {
    throw new Error('This page could not be fetched. Is the lab still running? Reload it.');
  }
  return module.page();
}

export const proofFollows = () => proof?.proofFollows();
export const cancelProof = () => proof?.cancelProof();

/** Fetches them all once the first picture has had its time: a tab opens at once then, and without the program as well. */
export function fetchAhead() {
  setTimeout(() => Promise.allSettled(Object.keys(FILES).map(fetched)), 1500);
}
