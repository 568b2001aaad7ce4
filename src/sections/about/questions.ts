import type { HubRequest } from '#client/hub.ts'
import { MAX_REFERENCES, type ChatGroup } from '#core/chat.ts'
import type { FileField } from '#core/field.ts'
import { readForm } from '#core/form.ts'
import { guestRunIssue } from '#core/guest-try.ts'
import { joinSentences } from '#core/joined.ts'
import type { Action, Service } from '#core/service.ts'
import { mayGuestsAsk } from '#core/switches.ts'
import { MAX_REFERENCE_FILE, MAX_REFERENCE_TEXT } from '#core/reference.ts'
import { textOrNull } from '#i18n/translate.ts'
import { priceRangeText, defaultPriceText } from '#sections/about/price-text.ts'
import { acceptedFilesText } from '#sections/about/setting-text.ts'
import type { ServicePricing } from '#sections/about/terms.server.ts'
import { creditsText } from '#client/plan-text.ts'
import type { JsonLdObject } from '#sections/shared/json-ld.ts'
import { formatFileSize } from '#ui/chat/Attachments.tsx'

/**
 * A question of new visitors and its answer: sentences, each true for this site and this service.
 */
export type Question = { question: string; answer: readonly string[] }

type Hub = Pick<HubRequest, 't' | 'locale' | 'site'>

/**
 * Builds the questions about a tool.
 * @param action the tool's first form, with its verb
 */
export function toolQuestions(
  hub: Hub,
  service: Service,
  [verb, action]: [string, Action],
  terms: ServicePricing
): Question[] {
  const { t } = hub
  const begin = t('field.intro.price', { price: defaultPriceText(hub, service, verb) })
  const files = Object.values(service.actions ?? {}).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'file' ? [uploadText(t, service, name, field)] : []
    )
  )
  return [
    ask(
      t('service.faq.cost', { service: t(`${service.id}.title`) }),
      begin,
      priceRangeText(hub, service, action),
      ...moneyTexts(hub, terms)
    ),
    ask(
      t('service.faq.time'),
      t('docs.service.time', { expected: action.expected, deadline: action.deadline }),
      t('service.faq.leave')
    ),
    ...(Object.hasOwn(action.fields, 'prompt')
      ? [ask(t('service.faq.batch'), t('service.faq.alternatives'))]
      : []),
    ask(t('service.faq.account'), guestText(hub, service, action), freeText(hub, terms)),
    ask(t('service.faq.who'), t('service.faq.results')),
    ...(files.length === 0 ? [] : [ask(t('service.faq.upload'), ...new Set(files))]),
    ask(t('service.faq.fail'), t('docs.errors.rule.charge'))
  ]
}

/** Builds the questions about a group of chat models. */
export function chatQuestions(
  hub: Hub,
  { title, models }: ChatGroup,
  terms: ServicePricing
): Question[] {
  const { t, locale, site } = hub
  const sizes = {
    max: MAX_REFERENCES,
    file: formatFileSize(MAX_REFERENCE_FILE, locale),
    text: formatFileSize(MAX_REFERENCE_TEXT, locale)
  }
  return [
    ask(
      t('service.faq.cost', { service: title }),
      t('service.faq.tokens'),
      ...moneyTexts(hub, terms)
    ),
    ask(
      t('service.faq.account'),
      t(mayGuestsAsk(site) ? 'chat.guest.once' : 'chat.composer.guest'),
      freeText(hub, terms)
    ),
    ask(t('service.faq.who'), t('service.faq.conversations')),
    ...(models.some(({ isFileSupported }) => isFileSupported)
      ? [ask(t('service.faq.upload'), t('service.faq.attach', sizes))]
      : []),
    ask(t('service.faq.fail'), t('docs.errors.rule.charge'))
  ]
}

/** Converts the questions to structured data for search engines. */
export function faqJsonLd(questions: readonly Question[]): JsonLdObject {
  const entity = ({ question, answer }: Question): JsonLdObject => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: joinSentences(answer) }
  })
  return { '@type': 'FAQPage', mainEntity: questions.map(entity) }
}

function ask(question: string, ...answer: readonly string[]): Question {
  return { question, answer: answer.filter(text => text !== '') }
}

/** Names an upload field and its limits: `First frame. An image up to 10 MB.` */
function uploadText(t: HubRequest['t'], { id }: Service, field: string, file: FileField): string {
  const name = textOrNull(t, `${id}.field.${field}`)
  return name === null
    ? acceptedFilesText(t, file)
    : t('docs.field.about', { name, hint: acceptedFilesText(t, file) })
}

/** Says whether a tool needs an account. Some sites let a guest try it once. */
function guestText({ t, site }: Hub, service: Service, action: Action): string {
  const tries = guestRunIssue(service, action, readForm(action, {}).values) === null
  return t(mayGuestsAsk(site) && tries ? 'field.guest.once' : 'field.form.guest')
}

function moneyTexts(hub: Hub, terms: ServicePricing): string[] {
  const { package: pack, prices } = terms
  // A currency may end with a full stop, and the sentence adds its own.
  const credits =
    pack === null
      ? []
      : [
          hub.t('service.facts.credits', {
            credits: creditsText(hub, pack.amount),
            price: prices.show(pack.price).replace(/\.$/, '')
          })
        ]
  return [...credits, freeText(hub, terms)]
}

function freeText(hub: Hub, { free }: ServicePricing): string {
  return free > 0 ? hub.t('service.facts.free', { credits: creditsText(hub, free) }) : ''
}
