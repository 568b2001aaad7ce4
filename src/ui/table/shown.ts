/** Said on the page each time that a table shows other rows: parts of it that no island has follow them. */
export const SHOWN_EVENT = 'polymuse:table'
