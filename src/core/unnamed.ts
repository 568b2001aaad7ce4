/** The name of a site without a title, in its pages and emails. */
export const UNNAMED = 'Polymuse'
