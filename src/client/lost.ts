/** Told to a page whose chosen plan is used up or gone: it says so. */
export const LOST = 'polymuse:lost'
