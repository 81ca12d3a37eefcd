/** {@link java.net.URLEncoder} and {@link java.net.URLDecoder} again: the same names and the same results, faster. */
package triplet.net;
