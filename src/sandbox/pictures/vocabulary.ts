import type { PaletteName } from '#sandbox/pictures/palette.ts'

/** What a picture can be of. */
export type Subject =
  | 'landscape'
  | 'sea'
  | 'city'
  | 'portrait'
  | 'flowers'
  | 'space'
  | 'geometric'
  | 'flow'

/** What can stand in a picture beside its subject. */
export type Feature =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'water'
  | 'mountains'
  | 'trees'
  | 'snow'
  | 'rain'
  | 'birds'
  | 'house'
  | 'boat'
  | 'balloon'
  | 'animal'
  | 'clouds'
  | 'mist'
  | 'flowers'
  | 'sand'

/**
 * Words of prompts, in English and German as whole words (`*`: as a beginning), in Chinese and Arabic wherever they stand.
 * Of subjects and palettes the first that is found counts.
 */
export const SUBJECTS: readonly (readonly [Subject, RegExp])[] = [
  [
    'portrait',
    words(`portrait* woman women man men girl boy face person people lady gentleman child kid musician singer dancer astronaut
    headshot selfie queen king princess warrior frau mann mädchen junge gesicht kind porträt* mensch menschen 人像 肖像 女人 男人 女孩 男孩 脸
    少女 人物 宇航员 امرأة رجل فتاة وجه طفل صورة شخصية`)
  ],
  [
    'space',
    words(`space galaxy galaxies planet* nebula cosmos cosmic universe saturn mars spaceship rocket weltraum weltall galaxie* universum rakete
    太空 宇宙 星系 行星 银河 火箭 فضاء مجرة كوكب الكون`)
  ],
  [
    'city',
    words(`city cities skyline street* urban building* tower* skyscraper* downtown tokyo york paris london berlin shanghai dubai
    cyberpunk bridge car cars taxi stadt straße* gasse hochhaus* turm brücke auto 城市 街 都市 楼 赛博朋克 上海 东京 مدينة شارع أبراج برج`)
  ],
  [
    'sea',
    words(`sea ocean beach wave* surf* coast* island* ship* sail* boat* whale* fish dolphin* harbour harbor lighthouse underwater
    meer ozean strand welle* küste insel* schiff* boot* segel* wal leuchtturm 海 浪 沙滩 船 岛 鲸 鱼 بحر محيط شاطئ أمواج سفينة قارب جزيرة`)
  ],
  [
    'flowers',
    words(`flower* floral rose* tulip* bouquet* blossom* garden* sunflower* peony peonies orchid* lily lilies plant* botanical
    blume* rosen tulpe* blüte* garten strauß sonnenblume* pflanze* 花 玫瑰 郁金香 植物 زهور زهرة ورد وردة حديقة`)
  ],
  [
    'landscape',
    words(`landscape* mountain* hill* valley forest* wood* tree* field* meadow* desert* dune* lake* river* sunset* sunrise* sky cabin
    village farm countryside canyon snow winter autumn spring cat cats kitten* dog dogs puppy fox foxes wolf bird* horse* house cottage castle
    landschaft* berg* hügel* tal wald wälder baum bäume feld* wiese* wüste* see fluss himmel hütte dorf schnee herbst frühling katze* hund*
    fuchs vogel vögel haus schloss 山 森林 树 田野 草原 沙漠 湖 河 日落 日出 天空 雪 村 猫 狗 狐 鸟 房子 风景 جبل جبال غابة شجرة صحراء بحيرة نهر غروب شروق
    سماء ثلج قرية قطة كلب طائر بيت طبيعة`)
  ],
  [
    'geometric',
    words(`geometric* abstract* pattern* logo* bauhaus minimal* icon* poster* shape* cube* mosaic circle* grid isometric cubis*
    geometri* muster abstrakt* form formen kreis* würfel plakat* 几何 抽象 图案 标志 海报 极简 هندسي تجريدي نمط شعار أشكال`)
  ],
  [
    'flow',
    words(`dream* music* energy emotion* swirl* wind smoke fluid liquid paint* van gogh oil texture* traum träume musik energie gefühl*
    wind rauch ölgemälde 梦 音乐 风 烟 油画 能量 حلم موسيقى ريح دخان ألوان`)
  ]
]

export const MOODS: readonly (readonly [PaletteName, RegExp])[] = [
  [
    'neon',
    words('neon* cyberpunk synthwave vaporwave futuristic futuristisch* 霓虹 赛博朋克 نيون')
  ],
  ['aurora', words('aurora* polarlicht* nordlicht* borealis 极光 شفق')],
  [
    'mono',
    words(
      'monochrom* noir black-and-white grayscale greyscale schwarzweiß* schwarz-weiß* 黑白 أبيض وأسود'
    )
  ],
  ['pastel', words('pastel* kawaii cute soft gentle niedlich* sanft* 粉彩 可爱 柔和 باستيل لطيف')],
  [
    'fire',
    words(
      'fire flame* lava volcano* dragon* inferno feuer flamme* vulkan drache* 火 火山 龙 نار بركان تنين'
    )
  ],
  [
    'sunset',
    words('sunset* sundown golden-hour goldene sonnenuntergang* abendrot 日落 夕阳 黄昏 غروب')
  ],
  [
    'dawn',
    words(
      'sunrise* dawn morning sonnenaufgang* morgen* morgenrot 日出 清晨 早晨 黎明 شروق فجر صباح'
    )
  ],
  ['dusk', words('dusk twilight evening dämmerung abend* 傍晚 暮 مساء')],
  [
    'night',
    words(
      'night* midnight moon* star stars starry galaxy space dark nacht* mitternacht mond* stern* dunkel* 夜 月 星 黑暗 ليل ليلة قمر نجوم'
    )
  ],
  [
    'winter',
    words(
      'winter* snow* ice icy frozen christmas frost* arctic schnee* eis weihnacht* 冬 雪 冰 شتاء ثلج جليد'
    )
  ],
  ['autumn', words('autumn* fall october harvest herbst* oktober ernte 秋 枫 خريف')],
  ['spring', words('spring* april may meadow* frühling* wiese* 春 ربيع')],
  [
    'storm',
    words(
      'storm* rain* thunder* grey gray gloomy sad melanchol* fog* mist* sturm regen* gewitter nebel* traurig* 暴风 雨 雾 忧伤 عاصفة مطر ضباب حزين'
    )
  ],
  [
    'desert',
    words('desert* dune* sahara canyon sand* savanna* egypt wüste* düne* 沙漠 沙丘 صحراء رمال')
  ],
  [
    'forest',
    words('forest* wood woods jungle tree* moss* wald* wälder dschungel moos 森林 丛林 غابة أشجار')
  ],
  [
    'ocean',
    words(
      'ocean* sea underwater wave* beach* island* meer* ozean* strand* welle* 海 浪 沙滩 بحر محيط شاطئ'
    )
  ],
  [
    'day',
    words(
      'day sunny summer noon bright happy tag sonnig* sommer* mittag fröhlich* 夏 晴 白天 صيف نهار مشمس'
    )
  ]
]

export const FEATURES: Readonly<Record<Feature, RegExp>> = {
  sun: words('sun* sunny sunset* sunrise* sonne* 太阳 日落 日出 夕阳 شمس غروب شروق'),
  moon: words('moon* night nacht mond* 月 夜 قمر ليل'),
  stars: words('star stars starry night* galaxy stern* nacht 星 夜 نجوم نجمة ليل'),
  water: words(
    'lake* river* water* pond sea ocean reflection* see fluss wasser* teich spiegelung 湖 河 水 倒影 بحيرة نهر ماء بحر'
  ),
  mountains: words(
    'mountain* peak* alps alpine himalaya* canyon volcano* fuji berg* alpen gipfel vulkan 山 جبل جبال بركان'
  ),
  trees: words(
    'tree* forest* wood woods pine* fir birch park wald* baum bäume tanne* kiefer* 树 森林 松 شجرة أشجار غابة'
  ),
  snow: words('snow* winter* blizzard christmas schnee* weihnacht* 雪 冬 ثلج شتاء'),
  rain: words('rain* storm* drizzle regen* gewitter 雨 مطر عاصفة'),
  birds: words(
    'bird* seagull* gull* crane* swallow* eagle* vogel vögel möwe* kranich* 鸟 鹤 燕 طائر طيور نورس'
  ),
  house: words(
    'house cottage cabin hut farm* village home haus hütte* dorf bauernhof 房子 小屋 村 بيت كوخ قرية'
  ),
  boat: words('boat* ship* sail* yacht boot* schiff* segel* 船 帆 قارب سفينة'),
  balloon: words('balloon* ballon* heißluftballon* 气球 منطاد بالون'),
  animal: words(
    'cat cats kitten* dog dogs puppy fox foxes wolf katze* hund hunde fuchs wolf 猫 狗 狐 狼 قطة كلب ثعلب ذئب'
  ),
  clouds: words('cloud* sky wolke* himmel 云 天空 غيوم سماء'),
  mist: words('mist* fog* haze dream* nebel* dunst traum* 雾 梦 ضباب حلم'),
  sand: words(
    'desert* dune* sahara sand* beach wüste* düne* strand* 沙漠 沙丘 沙滩 صحراء رمال شاطئ'
  ),
  flowers: words('flower* blossom* meadow* poppy poppies blume* blüte* wiese* 花 زهور ورد')
}

/** Hues in degrees of OKLCH. */
export const HUES: readonly (readonly [number, RegExp])[] = [
  [25, words('red crimson scarlet ruby rot rote roter rotes roten 红 赤 أحمر حمراء')],
  [55, words('orange amber copper orangen* kupfer* 橙 برتقالي')],
  [92, words('yellow gold golden lemon gelb* gold* 黄 金 أصفر صفراء ذهبي')],
  [145, words('green emerald jade lime grün* smaragd* 绿 翠 أخضر خضراء')],
  [190, words('teal turquoise cyan mint türkis* 青 تركواز فيروزي')],
  [255, words('blue azure indigo navy sapphire cobalt blau* 蓝 أزرق زرقاء')],
  [305, words('purple violet lavender lilac lila violett* lavendel* 紫 بنفسجي')],
  [355, words('pink magenta rose rosy rosa 粉 وردي زهري')]
]

function words(list: string): RegExp {
  const alone = list.split(/\s+/)
  const latin = alone.filter(word => /^[a-zäöüß]/i.test(word))
  const others = alone.filter(word => !latin.includes(word))
  const whole = latin.map(word =>
    word.endsWith('*') ? `${word.slice(0, -1)}\\p{L}*` : `${word}(?:e?s)?`
  )
  return new RegExp([`(?<!\\p{L})(?:${whole.join('|')})(?!\\p{L})`, ...others].join('|'), 'iu')
}
