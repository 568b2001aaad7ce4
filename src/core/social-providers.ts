/** Other companies at which users sign in, as settings and accounts name them. */
export const SOCIAL_PROVIDERS = ['github', 'google'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
