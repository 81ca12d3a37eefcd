// The entry of the browser's history that this page is.

/** What the entry keeps for the page. */
export const entry = () => history.state;

/**
 * Puts something into the entry, and a new address if there is one. A browser may refuse it: for a page from disk, or too often.
 * @param {unknown} content
 * @param {string} [address]
 */
export function putEntry(content, address) {
  try {
    history.replaceState(content, "", address);
    return true;
  } catch {
    return false;
  }
}

/** The least time between two entries in milliseconds. Safari refuses more than a hundred in thirty seconds. */
const PAUSE = 350;
let [timer, at] = [0, -PAUSE];

/**
 * Puts something into the entry, at once or after a pause since the last time; what is asked for last counts. If the
 * address has become another one, the entry is another one too, and gets nothing.
 * @param {() => unknown} content
 */
export function putSoon(content) {
  clearTimeout(timer);
  const { href } = location;
  timer = setTimeout(
    () => {
      if (location.href !== href) return;
      at = performance.now();
      putEntry(content());
    },
    Math.max(0, at + PAUSE - performance.now()),
  );
}
