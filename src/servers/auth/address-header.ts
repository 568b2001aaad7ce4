/**
 * Header that tells better-auth where a session begins. Only our own code sets it: the header of a
 * caller is dropped.
 */
export const ADDRESS_HEADER = 'x-polymuse-address'
