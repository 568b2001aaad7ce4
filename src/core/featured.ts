/** How many results a site features at most. */
export const MOST_FEATURED = 60
