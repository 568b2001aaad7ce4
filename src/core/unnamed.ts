/** The name of a site without a title, in its pages and emails. */
export const DEFAULT_SITE_NAME = 'Polymuse'
