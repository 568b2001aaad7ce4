import { SERVICES } from '#catalog/index.ts'
import { OPERATE_SUBJECTS } from '#core/operate-subjects.ts'
import { doseOf } from '../dose.ts'

/**
 * The viewer of a page: a guest, or the admin of the first site, who has chatted, generated,
 * ordered and paid.
 */
type Viewer = 'guest' | 'person'

/**
 * A route, written like its file below `src/pages`, and the addresses at which the crawl opens it.
 */
export type PageVisits = readonly [route: string, viewer: Viewer, ...paths: string[]]

/**
 * Tools that are opened. `npm test` opens only some, since all tools use the same page. A guest
 * opens other tools than the admin, among them the simplest and the largest.
 */
const GUESTS = ['flux', 'suno']
const USED = doseOf(['flux', 'midjourney', 'nanobanana', 'headshots', 'luma', 'pixverse'], 3)
const OTHERS = doseOf(
  SERVICES.filter(
    ({ id, actions }) => actions !== undefined && ![...USED, ...GUESTS].includes(id)
  ).map(({ id }) => id),
  2
)
const toolPaths = (ids: readonly string[]): string[] => ids.map(id => `/${id}`)

const CHAT = '/chatgpt/conversations'
const PLAN = '/console/applications/{plan}'

/**
 * Every page of the site. `pages.test.ts` fails for a missing page. Names in braces are replaced by
 * ids of the crawl's world.
 */
export const PAGES: readonly PageVisits[] = [
  ['/404', 'guest', '/nothing-of-the-kind'],
  ['/[group]/conversations', 'guest', CHAT, '/deepseek/conversations', '/grok/conversations'],
  ['/[group]/conversations', 'person', CHAT],
  ['/[group]/conversations/[id]', 'person', `${CHAT}/{conversation}`],
  ['/[service]', 'guest', ...toolPaths([...GUESTS, ...OTHERS])],
  ['/[service]', 'person', ...toolPaths(USED)],
  ['/[service]/history', 'person', '/flux/history'],
  ['/auth/account', 'person', '/auth/account'],
  ['/auth/callback', 'guest', '/auth/callback'],
  [
    '/auth/login',
    'guest',
    '/auth/login',
    '/auth/login?mode=sign-up',
    '/auth/login?mode=sign-up&asking=image',
    '/auth/login?asking=chat',
    '/auth/login?mode=forgot',
    '/auth/login?mode=magic-ask'
  ],
  ['/auth/phone', 'guest', '/auth/phone'],
  ['/auth/sign-out-question', 'guest', '/auth/sign-out-question'],
  ['/compare', 'guest', '/compare', '/compare?kind=image'],
  ['/compare', 'person', '/compare', '/compare?kind=audio'],
  ['/compare/[id]', 'person', '/compare/{comparison}'],
  ['/console/applications', 'person', '/console/applications'],
  ['/console/applications/[id]/credentials', 'person', `${PLAN}/credentials`],
  ['/console/applications/[id]/credentials/[credential]', 'person', `${PLAN}/credentials/{key}`],
  ['/console/applications/[id]/extra', 'person', `${PLAN}/extra`],
  ['/console/applications/[id]/subscribe', 'person', `${PLAN}/subscribe`],
  ['/console/extra', 'person', '/console/extra'],
  ['/console/orders', 'person', '/console/orders'],
  ['/console/orders/[id]', 'person', '/console/orders/{order}'],
  ['/console/redeem', 'person', '/console/redeem'],
  ['/console/usages', 'person', '/console/usages'],
  ['/console/usages/[id]', 'person', '/console/usages/{usage}'],
  ['/distribution', 'person', '/distribution'],
  ['/distribution/history', 'person', '/distribution/history'],
  ['/distribution/invitees', 'person', '/distribution/invitees'],
  ['/docs', 'guest', '/docs'],
  ['/docs/callbacks', 'guest', '/docs/callbacks'],
  ['/docs/chat', 'guest', '/docs/chat'],
  ['/docs/errors', 'guest', '/docs/errors'],
  ['/docs/key', 'guest', '/docs/key'],
  ['/docs/limits', 'guest', '/docs/limits'],
  ['/docs/openai', 'guest', '/docs/openai'],
  ['/docs/operate', 'guest', '/docs/operate'],
  [
    '/docs/operate/[subject]',
    'guest',
    ...doseOf(
      OPERATE_SUBJECTS.slice(1).map(subject => `/docs/operate/${subject}`),
      3
    )
  ],
  [
    '/docs/services/[service]',
    'guest',
    ...doseOf(['/docs/services/kling', '/docs/services/midjourney', '/docs/services/suno'], 1)
  ],
  ['/docs/tasks', 'guest', '/docs/tasks'],
  ['/explore', 'guest', '/explore'],
  ['/explore', 'person', '/explore'],
  ['/explore/[id]', 'guest', '/explore/{publication}'],
  ['/explore/[id]', 'person', '/explore/{publication}'],
  ['/library', 'guest', '/library'],
  ['/library', 'person', '/library', '/library?search=nothing-of-the-kind'],
  ['/offline', 'guest', '/offline'],
  ['/operator', 'person', '/operator'],
  ['/operator/audit', 'person', '/operator/audit'],
  ['/operator/codes', 'person', '/operator/codes'],
  ['/operator/insight', 'person', '/operator/insight', '/operator/insight?days=90'],
  ['/operator/margin', 'person', '/operator/margin', '/operator/margin?by=model'],
  ['/operator/models', 'person', '/operator/models'],
  ['/operator/tools', 'person', '/operator/tools'],
  ['/operator/models/[id]', 'person', '/operator/models/gpt-6-sol'],
  ['/operator/orders', 'person', '/operator/orders'],
  ['/operator/orders/[id]', 'person', '/operator/orders/{order}'],
  ['/operator/packages', 'person', '/operator/packages'],
  ['/operator/packages/[id]', 'person', '/operator/packages/{package}'],
  ['/operator/payouts', 'person', '/operator/payouts'],
  ['/operator/people', 'person', '/operator/people'],
  ['/operator/people/[id]', 'person', '/operator/people/{newcomer}'],
  ['/operator/providers', 'person', '/operator/providers'],
  ['/operator/reports', 'person', '/operator/reports'],
  ['/operator/reports/[id]', 'person', '/operator/reports/{report}'],
  ['/operator/services/[id]', 'person', '/operator/services/flux'],
  ['/operator/settings', 'person', '/operator/settings'],
  ['/operator/sites', 'person', '/operator/sites'],
  ['/operator/sites/[id]', 'person', '/operator/sites/{site}'],
  ['/privacy/cookies', 'guest', '/privacy/cookies'],
  ['/privacy/cookies', 'person', '/privacy/cookies'],
  ['/profile', 'person', '/profile'],
  ['/projects', 'guest', '/projects'],
  ['/projects', 'person', '/projects', '/projects?archived=true'],
  [
    '/projects/[id]',
    'person',
    '/projects/{project}',
    '/projects/{project}?add=chats',
    '/projects/nothing'
  ],
  ['/projects/move', 'person', '/projects/move?chat={conversation}'],
  ['/send-to', 'guest', '/send-to?kind=audio&file=/files/a/b.mp3'],
  ['/share/[id]', 'guest', '/share/{share}', '/share/nothing'],
  ['/share/result', 'person', '/share/result?task={task}', '/share/result?task={task}&output=3'],
  ['/site', 'person', '/site'],
  // This page redirects if a site exists. tests/e2e/domains.spec.ts visits it without a site.
  ['/site/begin', 'person', '/site/begin'],
  ['/site/explore', 'person', '/site/explore', '/site/explore?state=listed'],
  ['/site/featured', 'person', '/site/featured'],
  ['/site/keys', 'person', '/site/keys'],
  ['/welcome', 'person', '/welcome']
]

/** Pages that the crawl cannot open, each with the reason. */
export const NOT_OPENED: Readonly<Record<string, string>> = {
  '/': 'leads to a new conversation',
  '/403': 'rendered in place of another page; tests/http/honest-answers.test.ts reads it',
  '/500': 'rendered when a page throws; tests/http/honest-answers.test.ts reads it',
  '/auth': 'leads to signing in',
  '/auth/popup': 'a page without content that posts a message; tests/e2e/popup.spec.ts opens it',
  '/console': 'leads to the list of plans',
  '/operator/tools/[id]': 'shows texts of a schema; tests/e2e/own-tools.spec.ts opens it'
}
