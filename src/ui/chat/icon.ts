/**
 * The style of every icon. Icons are hidden from screen readers because a name is always beside
 * them.
 */
export const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
