import type { FailureProps } from '#ui/tool/FailureNote.tsx'
import { useExtras } from '#ui/tool/use-late.ts'

/** What went wrong with a form. Its own part is fetched with the first failure; without a network its bare sentence stands. */
export function LateFailure(props: FailureProps) {
  const extras = useExtras(true)
  if (extras !== null) return <extras.FailureNote {...props} />
  return (
    <p role="alert" className="notice notice-bad text-13">
      {props.failure.sentence || props.t('field.failure.offline')}
    </p>
  )
}
