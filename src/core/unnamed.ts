/** What a site is called, by its pages and its mails, whose owner has given it no name. */
export const UNNAMED = 'Polymuse'
