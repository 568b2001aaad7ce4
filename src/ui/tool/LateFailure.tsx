import { useLazyExtras } from '#ui/tool/use-late.ts'
import type { FailureProps } from '#ui/tool/TaskFailure.tsx'

/**
 * A form's error. The code for its details loads with the first failure. Without a network, only
 * the sentence shows.
 */
export function LazyTaskFailure(props: FailureProps) {
  const extras = useLazyExtras(true)
  if (extras !== null) return <extras.TaskFailure {...props} />
  return (
    <p role="alert" className="notice notice-bad text-13">
      {props.failure.sentence || props.t('field.failure.offline')}
    </p>
  )
}
