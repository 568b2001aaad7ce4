/** How every icon looks: an icon always stands beside its name. */
export const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
