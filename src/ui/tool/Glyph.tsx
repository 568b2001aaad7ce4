/** Paths of a form's icons, for a view box of 24 by 24. */
export const FORM_ICONS = {
  close: 'M6 6l12 12M18 6 6 18',
  fold: 'm9 6 6 6-6 6',
  upload: 'M12 15V4M7 9l5-5 5 5M4 15v5h16v-5',
  spark: 'M12 3c1 5 4 8 9 9-5 1-8 4-9 9-1-5-4-8-9-9 5-1 8-4 9-9'
} as const

type Props = { path: string; size?: number; className?: string }

/**
 * An icon on a tool's page, in the style of all others. The usual icon library would weigh as much
 * as the form's controls.
 */
export function Glyph({ path, size = 18, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={path} />
    </svg>
  )
}
