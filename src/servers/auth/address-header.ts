/** Tells better-auth where a session was begun. Set by us alone: no header of a caller gets through. */
export const ADDRESS_HEADER = 'x-polymuse-address'
