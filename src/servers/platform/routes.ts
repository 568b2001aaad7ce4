import { uploadRoutes } from '#servers/platform/uploads/upload-routes.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { applicationRoutes } from '#servers/platform/applications/routes.ts'
import { codeRoutes } from '#servers/platform/codes/routes.ts'
import { comparisonRoutes } from '#servers/platform/comparisons/routes.ts'
import { credentialRoutes } from '#servers/platform/credentials/routes.ts'
import { distributionRoutes } from '#servers/platform/distribution/routes.ts'
import { driftRoutes } from '#servers/platform/drift/routes.ts'
import { exchangeRoutes } from '#servers/platform/exchange/routes.ts'
import { featuredRoutes } from '#servers/platform/featured/routes.ts'
import { presetRoutes } from '#servers/platform/presets/routes.ts'
import { publicationRoutes } from '#servers/platform/publications/routes.ts'
import { keyRoutes } from '#servers/platform/keys/routes.ts'
import { insightRoutes } from '#servers/platform/insight/routes.ts'
import { marginRoutes } from '#servers/platform/margins/routes.ts'
import { moderationRoutes } from '#servers/platform/moderation/routes.ts'
import { chatModelRoutes } from '#servers/platform/chat-models/routes.ts'
import { policyReportRoutes } from '#servers/platform/policy-reports/routes.ts'
import { operationRoutes } from '#servers/platform/operation/routes.ts'
import { orderRoutes } from '#servers/platform/orders/routes.ts'
import { ownServiceRoutes } from '#servers/platform/own-services/routes.ts'
import { packageRoutes } from '#servers/platform/packages/routes.ts'
import { pushRoutes } from '#servers/platform/push/routes.ts'
import { serviceSwitchRoutes } from '#servers/platform/services/routes.ts'
import { shortLinkRoutes } from '#servers/platform/short-links/routes.ts'
import { siteRoutes } from '#servers/platform/sites/routes.ts'
import { usageRoutes } from '#servers/platform/usages/routes.ts'
import { userRoutes } from '#servers/platform/users/routes.ts'

/** The platform's route table. */
export const platformRoutes: readonly AnyRoute[] = [
  ...applicationRoutes,
  ...credentialRoutes,
  ...siteRoutes,
  ...featuredRoutes,
  ...publicationRoutes,
  ...presetRoutes,
  ...userRoutes,
  ...pushRoutes,
  ...serviceSwitchRoutes,
  ...keyRoutes,
  ...packageRoutes,
  ...orderRoutes,
  ...codeRoutes,
  ...distributionRoutes,
  ...shortLinkRoutes,
  ...exchangeRoutes,
  ...operationRoutes,
  ...policyReportRoutes,
  ...chatModelRoutes,
  ...ownServiceRoutes,
  ...insightRoutes,
  ...marginRoutes,
  ...driftRoutes,
  ...moderationRoutes,
  ...usageRoutes,
  ...comparisonRoutes,
  ...uploadRoutes
]
