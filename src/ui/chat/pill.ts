/** The look of a small choice inside the composer. */
export const PILL =
  'h-control min-w-0 cursor-pointer appearance-none truncate rounded-full bg-transparent ps-2 pe-7 text-13 text-muted hover:bg-surface-2 hover:text-text'
