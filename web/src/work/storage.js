// The two stored preferences. Where storage is refused, they last as long as the page.

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(`triplet-${name}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`triplet-${name}`, value);
  } catch {
    // The browser refuses to store the preference.
  }
}
