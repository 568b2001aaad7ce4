import { useStore } from '@nanostores/react'
import { findTaskAction, taskOutputs } from '#core/output.ts'
import { randomSeed, resultSeed, SEED, seedField } from '#core/seed.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { attachToField } from '#islands/field-root.ts'
import { $taskList } from '#stores/shelf.ts'
import { $form, currentForm, setField } from '#stores/tool-form.ts'
import { fieldId } from '#ui/tool/parts.ts'
import { SeedLock } from '#ui/tool/SeedLock.tsx'

type Target = { service: Service; t: Translate }

/**
 * Keeps a lock below the seed field of a tool's form.
 * @returns a function that removes it
 */
export function attachSeedLock(target: Target): () => void {
  return attachToField(
    () => document.getElementById(fieldId(SEED))?.closest('.field') ?? null,
    <Lock {...target} />
  )
}

function Lock({ service, t }: Target) {
  const form = useStore($form) ?? currentForm(service)
  const isLocked = form.given[form.verb]?.[SEED] !== undefined
  const turn = (): void =>
    setField(service, SEED, isLocked ? undefined : nextSeed(service, form.verb))
  return <SeedLock isLocked={isLocked} onTurn={turn} t={t} />
}

/** Returns the seed of the newest result of a form, or a random one if none is known. */
function nextSeed(service: Service, verb: string): number | undefined {
  const action = service.actions?.[verb]
  const field = action === undefined ? undefined : seedField(action)
  if (action === undefined || field === undefined) return undefined
  for (const { type, request, response } of $taskList.get()?.items ?? []) {
    if (findTaskAction(service, type)?.verb !== verb) continue
    const [seed] = taskOutputs(response, action.shows.field).flatMap(
      output => resultSeed(action, output, request) ?? []
    )
    if (seed !== undefined) return seed
  }
  return randomSeed(field)
}
