type Props = {
  /** What is being waited for, for those who cannot see it turn. */
  label: string
  /** The wait is over: the mask stays 400 ms more, then fades. */
  done?: boolean
}

/** Lies over the nearest positioned box while it loads. */
export function LoadingMask({ label, done = false }: Props) {
  return (
    <div className="loading-mask" data-done={done || undefined} role="status">
      <span className="spinner" />
      <span className="sr-only">{done ? '' : label}</span>
    </div>
  )
}
