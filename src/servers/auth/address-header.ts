/**
 * Header that tells better-auth the IP address at which a session begins. Only our own code sets
 * it; a caller's header of this name is dropped.
 */
export const ADDRESS_HEADER = 'x-polymuse-address'
