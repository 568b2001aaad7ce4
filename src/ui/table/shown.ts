/**
 * Event that a table dispatches each time it shows other rows. Parts of the page outside its island
 * then follow.
 */
export const TABLE_SHOWN_EVENT = 'polymuse:table'
