import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { toolPrices } from '#islands/tool-prices.ts'
import { sharedProps, type SharedProps } from '#client/page-props.ts'
import { readForm } from '#core/form.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate } from '#i18n/translate.ts'
import { createFormHandlers } from '#islands/tool-form-acts.ts'
import { startOnUse, hydrateOnFeedEvent } from '#islands/tool-lazily.ts'
import type { ToolPageProps } from '#islands/tool-page-props.ts'
import { settleOwner } from '#stores/owner.ts'
import { $form, freshForm, openForm, verbsOf, type ToolForm } from '#stores/tool-form.ts'
import { $uploads } from '#stores/uploads.ts'
import { Form } from '#ui/tool/Form.tsx'
import type { FormParts } from '#ui/tool/parts.ts'

type ToolProps = {
  page: SharedProps<ToolPageProps>
  pictures: FormParts['pictures']
  /** Values with which the page's address prefills the forms, by verb. */
  begun: ToolForm['given']
  /** Key of the line that tells a guest what Generate does; empty for a user. */
  line: string
  /** Buttons above the main field. */
  children?: ReactNode
}

/** A tool's form. `ToolPane` shows the results. */
export function Tool({ page, pictures, begun, line, children }: ToolProps) {
  const { hub, service, t: strings } = sharedProps(page)
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const fresh = useMemo(() => freshForm(service, begun), [service, begun])
  const { priceOf } = useMemo(() => toolPrices({ service, hub, t }), [service, hub, t])
  const acts = useMemo(() => createFormHandlers(service, t, hub.user === null), [service, t, hub])
  const form = useStore($form) ?? fresh
  const uploads = useStore($uploads)
  // This must run before any part of the page reads saved data.
  useLayoutEffect(() => {
    settleOwner(hub)
    openForm(service, typedEarly(), begun)
    return () => {
      for (const { cancel } of $uploads.get()) cancel()
    }
  }, [hub, service, begun])
  useEffect(() => startOnUse({ service, t }), [service, t])
  useEffect(hydrateOnFeedEvent, [])

  const action = service.actions?.[form.verb]
  if (action === undefined) return null
  const given = form.given[form.verb] ?? {}
  return (
    <Form
      service={service}
      verbs={verbsOf(service)}
      form={form}
      action={action}
      price={priceOf(form.verb, given, form.measured)}
      plans={localizePath('/console/extra', hub.locale)}
      guest={t(form.line ?? line)}
      onVerb={acts.openVerb}
      parts={{
        id: service.id,
        action,
        given,
        values: readForm(action, given).values,
        titles: form.titles,
        uploads,
        pictures,
        t,
        ...acts
      }}
    >
      {children}
    </Form>
  )
}

/** Reads the text fields, which the user may have filled in before this script ran. */
function typedEarly(): Record<string, string> {
  const fields = document.querySelectorAll<HTMLTextAreaElement>(
    '.tool-form :is(textarea, [type=text])'
  )
  return Object.fromEntries(Array.from(fields, ({ name, value }) => [name, value]))
}
