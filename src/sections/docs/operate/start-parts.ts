import type { OperatePart } from '#sections/docs/operate/part.ts'

/** The pages of the operating guide about a new server. */
export const START_PARTS = {
  install: [
    { heading: 'operate.install.try' },
    { text: 'operate.install.tryText' },
    { run: 'try' },
    { heading: 'operate.install.service' },
    { text: 'operate.install.serviceText' },
    { run: 'service' },
    { heading: 'operate.install.admin' },
    { text: 'operate.install.adminText' },
    { run: 'setup' },
    { name: 'Docker' },
    { text: 'operate.install.dockerText' },
    { run: 'docker' },
    { heading: 'operate.install.others' },
    { text: 'operate.install.othersText' },
    { run: 'podman' },
    { run: 'kubernetes' },
    { heading: 'operate.install.templates' },
    { text: 'operate.install.templatesText' },
    { run: 'image' },
    { heading: 'operate.install.source' },
    { text: 'operate.install.sourceText' },
    { run: 'source' }
  ],
  internet: [
    { heading: 'operate.internet.dns' },
    { text: 'operate.internet.dnsText' },
    { run: 'resolve' },
    { heading: 'operate.internet.address' },
    { text: 'operate.internet.addressText' },
    { run: 'restart' },
    { name: 'Caddy' },
    { text: 'operate.internet.caddyText' },
    { run: 'caddy' },
    { name: 'nginx' },
    { text: 'operate.internet.nginxText' },
    { run: 'nginx' },
    { heading: 'operate.internet.other' },
    {
      list: [
        'operate.internet.otherHeaders',
        'operate.internet.otherStreams',
        'operate.internet.otherUploads',
        'operate.internet.otherPatience'
      ]
    },
    { heading: 'operate.internet.check' },
    { text: 'operate.internet.checkText' },
    { run: 'doctor' },
    { settings: ['HUB_URL', 'HOST', 'PORT', 'TRUST_PROXY', 'UPLOAD_LIMIT'] }
  ],
  domains: [
    { heading: 'operate.domains.add' },
    { list: ['operate.domains.addDns', 'operate.domains.addProxy'] },
    { run: 'certificate' },
    { text: 'operate.domains.addSite' },
    { heading: 'operate.domains.move' },
    { text: 'operate.domains.moveText' },
    { text: 'operate.domains.moveAfter' },
    { heading: 'operate.domains.remove' },
    { text: 'operate.domains.removeText' },
    { settings: ['HUB_URL', 'PLATFORM_URL', 'AUTH_URL', 'API_URL', 'ALLOWED_ORIGINS'] }
  ],
  scale: [
    { heading: 'operate.scale.three' },
    { text: 'operate.scale.threeText' },
    { text: 'operate.scale.threeEnv' },
    { run: 'scaleStart' },
    { heading: 'operate.scale.restart' },
    { text: 'operate.scale.restartText' },
    { run: 'scaleRestart' },
    { heading: 'operate.scale.upgrade' },
    { text: 'operate.scale.upgradeText' },
    { run: 'scaleUpgrade' },
    { heading: 'operate.scale.limits' },
    {
      list: ['operate.scale.limitDatabase', 'operate.scale.limitStreams', 'operate.scale.limitStop']
    },
    { sizing: true },
    { settings: ['DATABASE_URL', 'STORAGE_URL', 'SECRET', 'PARTS', 'STORAGE_QUOTA', 'CHAT_QUOTA'] }
  ]
} as const satisfies Record<string, readonly OperatePart[]>
