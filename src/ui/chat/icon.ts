/** The size of every icon. `create-icon.ts` hides icons from screen readers, because a name is always beside them. */
export const ICON = { size: 18, strokeWidth: 1.75 } as const
