/**
 * Event that a table dispatches each time it shows other rows. Parts of the page outside its island
 * then follow.
 */
export const SHOWN_EVENT = 'polymuse:table'
