/** Told to a page by its form: what has been made with it is wanted now. */
export const WAKE = 'polymuse:wake'

/** Told by an island that has come to life: what is pressed in it is heard. */
export const ALIVE = 'polymuse:alive'
