/**
 * Milliseconds for which a process uses what it has read of the deployment's settings: sites, keys,
 * models and services. Another process may change them, and all agree within a second.
 */
export const KNOWN_FOR = 900
