import type { OperatePart } from '#sections/docs/operate/part.ts'

/** The pages of the operating guide about a server that runs. */
export const CARE_PARTS = {
  backup: [
    { heading: 'operate.backup.now' },
    { text: 'operate.backup.nowText' },
    { run: 'backupFolder' },
    { run: 'backup' },
    { heading: 'operate.backup.schedule' },
    { text: 'operate.backup.scheduleText' },
    { run: 'drill' },
    { heading: 'operate.backup.restore' },
    { text: 'operate.backup.restoreText' },
    { run: 'restore' },
    { settings: ['BACKUP_DIR', 'BACKUP_EVERY', 'BACKUP_KEEP', 'DATA_DIR', 'SECRET'] }
  ],
  upgrade: [
    { heading: 'operate.upgrade.archive' },
    { text: 'operate.upgrade.archiveText' },
    { run: 'upgradeTry' },
    { run: 'upgrade' },
    { name: 'Docker' },
    { text: 'operate.upgrade.dockerText' },
    { run: 'upgradeDocker' },
    { heading: 'operate.install.source' },
    { text: 'operate.upgrade.sourceText' },
    { run: 'upgradeSource' },
    { heading: 'operate.upgrade.back' },
    { text: 'operate.upgrade.backText' },
    { run: 'back' },
    { run: 'restore' }
  ],
  monitor: [
    { heading: 'operate.monitor.health' },
    { text: 'operate.monitor.healthText' },
    { run: 'ready' },
    { heading: 'operate.monitor.alerts' },
    { text: 'operate.monitor.alertsText' },
    { text: 'operate.monitor.alertsHook' },
    { heading: 'operate.monitor.metrics' },
    { text: 'operate.monitor.metricsText' },
    { run: 'metrics' },
    { name: 'Prometheus' },
    { text: 'operate.monitor.prometheusText' },
    { run: 'prometheus' },
    { name: 'Grafana' },
    { text: 'operate.monitor.grafanaText' },
    { name: 'OpenTelemetry' },
    { text: 'operate.monitor.tracesText' },
    { heading: 'operate.monitor.log' },
    { text: 'operate.monitor.logText' },
    { run: 'log' },
    {
      settings: [
        'ALERT_WEBHOOK_URL',
        'METRICS_PORT',
        'METRICS_HOST',
        'METRICS_TOKEN',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'OTEL_EXPORTER_OTLP_HEADERS',
        'OTEL_SERVICE_NAME',
        'OTEL_TRACES_SAMPLER_ARG',
        'LOG_LEVEL'
      ]
    }
  ],
  secure: [
    { heading: 'operate.secure.keys' },
    { text: 'operate.secure.keysText' },
    { run: 'settingsRights' },
    { heading: 'operate.secure.secret' },
    { text: 'operate.secure.secretText' },
    { run: 'secret' },
    { heading: 'operate.secure.network' },
    { text: 'operate.secure.networkText' },
    { heading: 'operate.secure.operators' },
    { text: 'operate.secure.operatorsText' },
    { run: 'operators' },
    { run: 'operatorRemove' },
    { heading: 'operate.secure.audit' },
    { text: 'operate.secure.auditText' },
    { run: 'audit' },
    { heading: 'operate.secure.service' },
    { text: 'operate.secure.serviceText' },
    { run: 'hardening' },
    { settings: ['SECRET', 'SECRET_PREVIOUS', 'HOST', 'TRUST_PROXY', 'RATE_LIMITS', 'TOOL_HOSTS'] }
  ]
} as const satisfies Record<string, readonly OperatePart[]>
