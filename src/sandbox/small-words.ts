/**
 * Words, by language, that are too small to tell what a question is about. Within one script they
 * also tell the languages apart. Languages without spaces between words match them anywhere.
 */
export const SMALL_WORDS = {
  en: wholeWords(`a about and are at between by can could create did do does draw explain for from has have hello help hey how i if in is it
    make me my not of on or our please should some summarise summarize tell than thank thanks that the their there these they this to
    translate was we what when which who why will with would write you your`),
  de: wholeWords(`aber als am auch auf bei bitte danke das dass dem den der dir du durch ein eine einem einen einer eines er erklär erkläre
    erstelle erzähl erzähle es für gib gibt guten haben hallo hat heißt hilf ich ihr im ist kann kannst kein keine können mach mache male
    man mehr mein meine mich mir mit nach nenne nicht noch nur oder ohne schreib schreibe sehr sich sie sind soll sollte um und uns vom
    von warum was welche welchen welcher welches wenn wer werden wie wieso wir wird wo zeichne zeig zu zum zur zwischen über übersetze`),
  pt: wholeWords(`a ao aos as até com como conte crie da das de desenhe diga do dos dê e ela ele em entre escreva essa esse esta estas este
    estes está eu explique faz fazer faça faço foi gere há isso isto já liste mais mas me melhor meu minha muito na nas no nos não o
    obrigada obrigado oi olá onde os ou para pela pelo pode por porque posso quais qual quando quanto quantos que quem quero quê resuma se
    sem ser seu sobre sua são também tem ter traduza um uma uns você vocês à às é`),
  es: wholeWords(`a al algo como con crea cual cuando cuál cuáles cuándo cuánto cuántos cuéntame cómo dame de del desde dibuja dime donde
    dónde el ella en entre es esa escribe ese eso esta estas este esto estos está explica explícame favor fue genera gracias ha hacer
    haces hago hay haz hola la las le lo los me mejor mi mis muy más necesito no nos o para pero por porque puede puedes puedo que quien
    quiero quién qué resume se ser si sin sobre son su sus también te tengo tiene traduce tu un una unas unos y ya yo él`),
  fr: wholeWords(`a au aussi aux avec bonjour ce ces cette combien comment crée créez dans de des dessine dessinez deux dis donne du elle en
    entre est et explique expliquez faire fait faut génère il ils je la le les leur ma mais me meilleur meilleure merci mes mieux mon ne
    nous on ont ou où par pas peu peut peux plaît plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi raconte
    résume sa salut sans se ses son sont sur ta te tes ton traduis traduisez tu un une vos votre vous y à écris écrivez être`),
  it: wholeWords(`a ad agli ai al alla alle anche buongiorno che chi ci ciao come con cos cosa crea da dai dal dalla dammi dei del della
    delle dello di dimmi disegna dov dove e ed fa fai fammi fanno fare fra fu genera gli grazie ha hai hanno ho i il in io la le lo ma me
    mi mia migliore mio nel nella nelle non o per perché piacere più possiamo posso puoi può qual quale quali quando quanti quanto questa
    questo qui raccontami riassumi scrivi scrivimi se sei senza serve si sono spiega spiegami su sua sul sulla suo tra traduci tu un una
    uno vorrei è`),
  pl: wholeWords(`a albo ale bez bo by być co coś czego cześć czy czym dla dlaczego do dobry dzień dziękuję gdy gdzie hej i ich ile ja jak
    jaka jaki jakich jakie jakiego jako jest jestem już kiedy kto która które którego który których lepiej lepsza lepsze lepszy lub ma mam
    mi między mnie mogę moja moje może można mu mój na nad napisz narysuj nie o od opisz opowiedz oraz po pod podaj pomiędzy pomóż
    potrzebuję powiedz proszę przetłumacz przez przy się skąd streść stwórz są ta tak ten też to tu ty tylko tym u w we wygeneruj wyjaśnij
    z za ze zrobić zrób żeby piosenka piosenkę`),
  fi: wholeWords(`anna auta ei eivät en ennen ero että he hei hän ilman ja joka jos jotka kaikki kanssa kerro kiitos kirjoita koska kuin
    kuinka kuka kumpi kun käännä luo me mihin miksi mikä millainen milloin minkä minulle minun minä missä mistä miten mitkä mitä mitään
    moi montako mukaan mutta myös niin nyt ole olen on onko ovat paljonko parempi piirrä saada se selitä sen siitä sinä sitä tai te tee
    tehdä tiivistä tämä tämän tästä tätä vai vain voi voin voinko voisitko välillä laulu laulun kappale`),
  sv: wholeWords(`allt att av behöver berätta bäst bättre de den denna det detta dig du då efter ej eller en ett finns från får för förklara
    ge gör göra ha har hej hjälp hon hur i ingen inte jag kan kunna man med mellan men mig min mitt mycket måste ni när någon något några
    och också om på rita sammanfatta sig sin ska skapa skillnaden skriv skulle som så tack till under upp ur ut utan vad var vara varför
    vem vi vid vilka vilken vilket vill är åt över översätt`),
  sr: wholeWords(`али без би бити бих боље да до где вам ви за зашто здраво и из или између ја је ју када како каква какав какво ко која
    које који колико ли ме мени ми могу може молим на нам направи напиши не није о објасни од он она они по помози са сам се си смо су та
    тај те ти то у уз хвала хоћу шта што ali bez bi biti bih bolje da do gde vam vi za zašto zdravo i iz ili između ja je kada kako kakva
    kakav kakvo ko koja koje koji koliko li me meni mi mogu može molim na nam napravi napiši ne nije o objasni od on ona oni po pomozi sa
    sam se si smo su ta taj te ti to u uz hvala hoću šta što наведи нацртај преведи сажми navedi nacrtaj prevedi sažmi песма песму pesma
    pesmu`),
  ru: wholeWords(`а без бы был была было быть в вам вас во вот все вы где да два для до его ее если есть ещё её же за зачем здравствуйте и
    из или именно к как какая какие каких какое какой когда кто ли лучше между меня мне много могу может можно мой моя мы на надо напиши
    напишите нарисуй нарисуйте не нет них но нужно о об объясни объясните один он она они от переведи переведите по подскажи подскажите
    пожалуйста покажи помоги помогите почему при привет придумай про расскажи расскажите с сгенерируй сделай сделать скажи сколько со
    создай создайте составь спасибо так такая такое такой там то ты у хочу чего чем что чтобы эта эти это этот я`),
  uk: wholeWords(`а або але без був була було бути в вам вас ви вона вони все від він де день для до добрий допоможи допоможіть дякую же з
    за згенеруй зроби зробити зробіть зі й його ким коли краще мене мені ми може можна можу між мій на навіщо намалюй намалюйте напиши
    напишіть не них ні о один опиши переклади перекладіть по потрібно поясни поясніть при привіт придумай про прошу підкажи розкажи
    розкажіть скажи скільки створи створіть та так таке такий також там ти то у хочу хто це цей ця ці чи чим чого чому що щоб я як яка яке
    який якої які є і із її`),
  el: wholeWords(`ένα ένας έχει έχω ή αλλά αν από αυτά αυτή αυτό γεια για γιατί γράψε γράψτε δεν δημιουργήστε δημιούργησε δύο είμαι είναι
    εξήγησε εξηγήστε ευχαριστώ ζωγράφισε η θέλω θα κάνω κάτι και καλή καλημέρα καλύτερα καλύτερη καλύτερο κι μέσα μία με μετάφρασε μεταξύ
    μεταφράστε μια μου μπορεί μπορείς μπορείτε μπορώ να ο οι παρακαλώ περί πες πιο ποια ποιες ποιο ποιοι ποιος πού πρέπει προς πως πόσα
    πόσο πότε πώς σαν σας σε σου στα στη στην στις στο στον στους τα τη την της τι τις το τον του τους των φτιάξε χωρίς όπως όταν ότι όχι`),
  ar: wholeWords(`أم أن أنشئ أو أي أين إلى ارسم اشرح اكتب التي الذي بشكل بين ترجم ذلك شكرا شكرًا على عن في كم كيف لخص لماذا لي ما ماذا متى
    مرحبا مرحبًا مع من هذا هذه هل هناك هو هي يمكن يمكنك يمكنني`),
  ko: wholeWords(`가장 간단하게 간단히 것 것은 것이 것인가요 관한 그 그려 그려주세요 그려줘 그리고 내 내가 너는 대한 대해 대해서 더 되나요 만들어 만들어주세요 만들어줘 무슨 무엇 무엇을 무엇이 무엇인가요 무엇인지 뭐 뭐가 뭐야
    뭔가요 방법 번역해 번역해줘 보다 사이 사이의 설명 설명해 설명해주세요 설명해줘 써 써주세요 써줘 안녕 안녕하세요 알려 알려주세요 알려줘 어느 어디 어때 어떤 어떻게 언제 왜 요약해줘 위한 위해 이 이유 이유는 있나요 있는 있어 작성해줘
    저는 제가 조금 좀 좋나요 좋아 좋을까 좋을까요 주세요 중 줘 차이 차이가 차이는 추천해 추천해줘 하나 하나요 하는 하려면 한 할 해 해야 해주세요 해줘`),
  ja: /\p{Script=Hiragana}+/gu,
  'zh-CN':
    /什么|怎么|怎样|如何|为什么|哪些|哪个|可以|一下|一个|这个|那个|解释|介绍|请问|我们|你们|之间|区别|简单|你好|您好|谢谢|帮我|告诉|更好|应该|还是/gu,
  'zh-TW':
    /什麼|怎麼|怎樣|如何|為什麼|為何|哪些|哪個|可以|一下|一個|這個|那個|解釋|說明|介紹|請問|我們|你們|之間|差別|簡單|你好|您好|謝謝|幫我|告訴|更好|應該|還是/gu
} as const satisfies Record<string, RegExp>

/**
 * Builds a pattern that finds each of the words where no other letter touches it.
 * @param words separated by white space
 */
export function wholeWords(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.split(/\s+/).join('|')})(?!\\p{L})`, 'giu')
}
