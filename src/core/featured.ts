/** A site features at most this many results. */
export const MOST_FEATURED = 60
