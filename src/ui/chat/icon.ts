/**
 * The size of every icon. Screen readers skip icons (`create-icon.ts`), because a name is always
 * beside them.
 */
export const ICON_PROPS = { size: 18, strokeWidth: 1.75 } as const
