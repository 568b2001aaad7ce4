/** The most stars that a user gives an item of the library. */
export const MOST_STARS = 5
