/**
 * Han characters of everyday questions, grouped by the languages that write them this way. A group
 * covers at most two of the three languages.
 */
const SIMPLIFIED =
  '这们说时为过对应该问题还发现样头实关电动经长门东车书话语开无场设计记个么吗让谁给请谢习机视频图绘简单从两产业买卖义乐术华压变听' +
  '处层张录总战报择换据显杂极标树检楼欢气汉济测满热环离种稳笔类线组细织终结络统继续维网脑节艺药获营规觉订认讨论证评识词译试详误课调' +
  '谈负财货质购费资赛转轻载较辑输边达运进远连适选销释银错键镜闻阅队阶际险难韩页项顺须顾预领颜额风飞饭馆验鱼鸟码钥务积户链邮账编带创' +
  '删确备导态传则级员审围约纸见红库异园复间于价圆闭兑并读缓响败帧凭启扫册暂钟仅举联别览绪踪访签贴摇飘决绝扩缩汇阳废浏雾范权询几观执' +
  '蓝隐竖闪烁颗许鲜丢钱筛况丝广宁轨刚'
const SIMPLIFIED_OR_JAPANESE =
  '学会国来画点当声数体区写号万独断医灯参旧随静争属称内将后与没条状着装温浅横黄云脚采叶猫双'
const TRADITIONAL =
  '這們來會學國點當畫寫聲數體區醫應關說對變經驗圖繪單從兩處實發邊譯讀轉氣廣藝樂嗎麼幫戶腦號碼檔權總錄產價賣歡樣歷隨雙靈壓參獨斷讓顯' +
  '舊萬戰灣觀圓團圍續繼聽臺覺證鐵險雜黃裡啟稱戲歲沒滿狀禮寶還為閱內鑰檢擇刪裝傳帶將餘舉擴瀏據妳與兌匯撥憑營寬條飄蹤覽絕搖靜綠詢' +
  '攝豐顆屬錢臉腳隱顏橫繞專篩貓溫賽龐淺'
const TRADITIONAL_OR_JAPANESE =
  '離緻機習製務給結線網紙級組終統維緒練編縮識詞試調談論評議訓許訪認訂費資質購賞輸載運進遠連選適達違鳥魚風飛頁順頭題類願難陽隊階際銀錯鏡' +
  '韓領顧預馬驚鮮雲種積節範簡約純細紹態憶採損樹橋測準漢環誰請謝問時間見長東車門開書話語電動無現場員設計記過視頻個後換張項確郵標則帳' +
  '複儲閉於並執訊緩復該筆敗潤欄誤輯註鐘掃較額燈買擁審貼決別幾須尋紀詳販鍵併備誌紅剛聯絡冊藍隻霧創響訴構庫葉術層週義僅爾異園'
const JAPANESE =
  '気駅図円実対売読変発経験検桜広価単労働緑続訳転鉄雑観絵権総録産歓様歴霊圧譲顕戦団囲継聴覚険戯歳満閲払効込応済覧伝処択窓抜収楽頼専' +
  '豊両焼乗仮辺増'

/** Lower-case letters that occur only in some languages of a script. */
export const LETTERS: Partial<Record<string, RegExp>> = {
  de: /[äöüß]/g,
  fr: /[àâçéèêëîïôœùû]/g,
  es: /[áéíñóúü¿¡]/g,
  pt: /[áàâãçéêíóôõú]/g,
  it: /[àèéìòù]/g,
  pl: /[ąćęłńóśźż]/g,
  sv: /[åäö]/g,
  fi: /[äö]/g,
  sr: /[јљњђћџčćđšž]/g,
  ru: /[ёйщъыьэюя]/g,
  uk: /[ґєіїйщьюя]/g,
  'zh-CN': new RegExp(`[${SIMPLIFIED}${SIMPLIFIED_OR_JAPANESE}]`, 'gu'),
  'zh-TW': new RegExp(`[${TRADITIONAL}${TRADITIONAL_OR_JAPANESE}]`, 'gu'),
  ja: new RegExp(
    `[\\p{Script=Hiragana}\\p{Script=Katakana}${JAPANESE}${SIMPLIFIED_OR_JAPANESE}${TRADITIONAL_OR_JAPANESE}]`,
    'gu'
  )
}
