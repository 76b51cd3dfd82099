// SPDX-License-Identifier: Apache-2.0
// All that the page says, in English and Japanese.
import { INSIGHT } from './text_insight.js';

const TEXT = {
  // state of the run
  'state.waiting': ['Setting up', '準備中'],
  'state.running': ['Running', '計算中'],
  'state.paused': ['Paused', '一時停止中'],
  'state.done': ['Finished', '計算終了'],
  'state.stopped': ['Stopped', '中断'],
  'state.failed': ['Stopped by an error', 'エラーで停止'],
  'state.recorded': ['Recorded run', '記録データ'],
  'state.replay': ['Replay', '再生表示'],
  'state.lost': ['Connection lost', '接続なし'],
  'state.gallery': ['Examples', '例題'],
  'state.connecting': ['Connecting', '接続中'],

  'read.step': ['Step', 'ステップ'],
  'read.time': ['Time', '時刻'],
  'read.particles': ['Particles', '粒子数'],
  'read.contacts': ['Contacts', '接触数'],
  'read.rate': ['Particle-steps/s', '粒子ステップ/秒'],
  'read.residual': ['Energy error', 'エネルギー誤差'],
  'read.residual.tip': ['Error of the energy balance as a fraction of the energy exchanged', 'エネルギー収支のずれ（やり取りされたエネルギーに対する比）'],
  'read.left': ['Done, time left', '進捗・残り時間'],
  'read.run': ['Run', 'run'],
  'read.pictures': ['Frames/s', '描画/秒'],

  // messages
  'say.lost': ['The connection to the run is lost. Trying again …', '計算との接続が切れました。再接続しています…'],
  'say.ended': ['The run has ended and its server has stopped. This is the last frame.', '計算が終了し、サーバーも停止しました。最後のフレームを表示しています。'],
  'say.done': ['The run has finished.', '計算が終了しました。'],
  'say.failed': ['The run has stopped with an error', '計算がエラーで停止しました'],
  'say.token': ['This address is not valid (any more). Use the address that tsubu printed.', 'このアドレスは無効です。tsubu が表示したアドレスを使ってください。'],
  'say.waiting': ['Waiting for the run to create its box …', '計算領域の作成を待っています…'],
  'say.nofield': ['This frame was recorded without this quantity.', 'このフレームにはこの物理量が記録されていません。'],
  'say.webgl': ['This browser offers no WebGL 2, which the 3D view needs. The time series work without it.', 'このブラウザでは WebGL 2 が使えないため三次元表示ができません。時系列グラフは使えます。'],
  'say.badframe': ['A frame could not be read', 'フレームを読み込めません'],
  'say.refused': ['The program refused', 'プログラムが拒否しました'],
  'say.gone': ['This particle is no longer there.', 'この粒子はもう存在しません。'],
  'say.pick': ['Click a particle to see its values and contacts.', '粒子をクリックすると値と接触が表示されます。'],
  'say.stop': ['Stop the run? It cannot be resumed.', '計算を停止しますか？（元に戻せません）'],
  'say.empty': ['Nothing to show yet', 'まだデータがありません'],
  'say.starting': ['Starting …', '起動中…'],
  'say.noframes': ['This run holds no frames that can be shown.', '表示できるフレームがありません。'],

  // transport
  'do.pause': ['Pause (space)', '一時停止（スペース）'],
  'do.resume': ['Resume (space)', '再開（スペース）'],
  'do.step': ['Advance by this many steps, then pause (.)', '指定ステップ数だけ進めて一時停止（.）'],
  'do.steps': ['Number of steps', 'ステップ数'],
  'do.stop': ['Stop the run', '計算を停止'],
  'do.record': ['Record frames in this page (R)', 'このページにフレームを記録（R）'],
  'do.unrecord': ['Stop recording (R)', '記録を終了（R）'],
  'do.play': ['Play (space)', '再生（スペース）'],
  'do.hold': ['Pause (space)', '一時停止（スペース）'],
  'do.next': ['Next frame (.)', '次のフレーム（.）'],
  'do.previous': ['Previous frame (,)', '前のフレーム（,）'],
  'do.scrub': ['Frame', 'フレーム'],
  'do.speed': ['Speed: simulated seconds per second', '再生速度（1 秒あたりに進むシミュレーション時間 [s]）'],
  'do.live': ['Live', 'ライブ'],
  'do.golive': ['Back to the running calculation', '計算中の表示に戻る'],
  'do.snapshot': ['Save a picture (P)', '画像を保存（P）'],
  'do.film': ['Make a film of the available frames', '手元のフレームから動画を作成'],
  'film.title': ['Film', '動画'],
  'film.lead': ['The available frames at equal time intervals, as currently displayed, saved as WebM.', '手元のフレームを等しい時間間隔で、今の表示のまま WebM で保存します。'],
  'film.size': ['Size [pixels]', '大きさ [画素]'],
  'film.own': ['other', '任意'],
  'film.width': ['Width [pixels]', '幅 [画素]'],
  'film.height': ['Height [pixels]', '高さ [画素]'],
  'film.count': ['Frames', '枚数'],
  'film.rate': ['Frames per second', '毎秒の枚数'],
  'film.name': ['Title', '表題'],
  'film.camera': ['Camera', '視点'],
  'film.fixed': ['as it is', '今のまま'],
  'film.views': ['through the saved views', '保存した視点を順に'],
  'film.legend': ['Legend', '凡例'],
  'film.scale': ['Scale bar', 'スケールバー'],
  'film.start': ['Make the film', '動画を作成'],
  'film.none': ['There are no frames to make a film of yet.', '動画にできるフレームがまだありません。'],
  'film.noencoder': ['This browser cannot encode films. tsubu snapshot RUN --film F.gif makes one without it.', 'このブラウザでは動画を作れません。tsubu snapshot RUN --film F.gif なら作れます。'],
  'film.failed': ['The film could not be made', '動画を作成できませんでした'],
  'do.cancel': ['Cancel', 'キャンセル'],
  'do.close': ['Close', '閉じる'],
  'do.start': ['Start', '開始'],

  // camera
  'legend.tip': ['Change what the colours show', '着色を変更'],
  'cam.fit': ['Fit to the scene (F)', '全体を表示（F）'],
  'cam.iso': ['Oblique view (0)', '斜めから（0）'],
  'cam.front': ['Front: along +y (1)', '正面：+y 方向（1）'],
  'cam.back': ['Back: along −y (2)', '背面：−y 方向（2）'],
  'cam.left': ['Left: along +x (3)', '左：+x 方向（3）'],
  'cam.right': ['Right: along −x (4)', '右：−x 方向（4）'],
  'cam.top': ['From above (5)', '上から（5）'],
  'cam.bottom': ['From below (6)', '下から（6）'],
  'cam.ortho': ['Parallel projection (O)', '平行投影（O）'],
  'cam.keep': ['Save this view', 'この視点を保存'],
  'cam.kept': ['Saved view', '保存した視点'],
  'cam.forget': ['Delete the saved views', '保存した視点を消去'],
  'cam.short.iso': ['3D', '3D'],
  'cam.short.front': ['Front', '正面'],
  'cam.short.back': ['Back', '背面'],
  'cam.short.left': ['Left', '左'],
  'cam.short.right': ['Right', '右'],
  'cam.short.top': ['Top', '上'],
  'cam.short.bottom': ['Bottom', '下'],
  'cam.name': ['Camera', '視点'],

  // panels
  'panel.name': ['Settings', '設定'],
  'panel.toggle': ['Show or hide the settings', '設定の表示／非表示'],
  'panel.selection': ['Selection', '選択'],
  'panel.color': ['Colour', '着色'],
  'panel.show': ['Show', '表示'],
  'panel.surfaces': ['Meshes and walls', 'メッシュと壁面'],
  'panel.section': ['Section', '断面'],
  'panel.run': ['Run', '計算の情報'],
  'color.by': ['Colour by', '物理量'],
  'color.none': ['one colour', '単色'],
  'color.map': ['Colour map', 'カラーマップ'],
  'color.range': ['Range', '範囲'],
  'color.robust': ['automatic, 1–99 %', '自動（1–99 %）'],
  'color.all': ['automatic, all values', '自動（全範囲）'],
  'color.fixed': ['fixed', '固定'],
  'color.low': ['from', '下限'],
  'color.high': ['to', '上限'],
  'color.log': ['Logarithmic', '対数'],
  'show.particles': ['Particles', '粒子'],
  'show.size': ['Size', '大きさ'],
  'show.opacity': ['Opacity', '不透明度'],
  'show.types': ['Types', '粒子種'],
  'show.type': ['Show particles of type', 'この粒子種を表示：'],
  'show.meshes': ['Meshes', 'メッシュ'],
  'show.walls': ['Walls', '壁面'],
  'show.surface': ['Opacity', '不透明度'],
  'show.chains': ['Force chains', '力鎖（接触力）'],
  'show.dim': ['Dim the grains', '粒子を薄く表示'],
  'show.width': ['Thickness', '太さ'],
  'show.threshold': ['Hide below', '表示下限'],
  'show.hidden': ['Make the particles translucent or smaller to see the chains.', '粒子を半透明にするか小さくすると力鎖が見えます。'],
  'show.box': ['Box', '計算領域'],
  'show.axes': ['Axes', '座標軸'],
  'show.occlusion': ['Shade narrow places', '狭いところを暗く'],
  'show.marks': ['Marks that rotate with the particles', '回転を示す模様'],
  'show.limit': ['At most', '最大表示数'],
  'show.nolimit': ['all particles', '全粒子'],
  'surf.by': ['Colour by', '物理量'],
  'surf.mesh': ['mesh', 'メッシュ'],
  'surf.show': ['Show', '表示：'],
  'surf.reset': ['As the other meshes', '個別設定を解除'],
  'surf.hint': ['Meshes of fix mesh/surface/stress record forces and wear and can be coloured by them.', 'fix mesh/surface/stress のメッシュは力と摩耗を記録し、それで着色できます。'],
  'section.on': ['Cut', '断面で切る'],
  'section.axis': ['Normal', '法線方向'],
  'section.at': ['Position', '位置'],
  'section.flip': ['Other side', '反対側を表示'],
  'run.title': ['Deck', '入力ファイル'],
  'run.version': ['tsubu', 'tsubu'],
  'run.dt': ['Time step', '時間刻み'],
  'run.box': ['Box', '計算領域'],
  'run.periodic': ['Periodic', '周期境界'],
  'run.none': ['none', 'なし'],
  'run.gravity': ['Gravity', '重力加速度'],
  'run.progress': ['Steps', 'ステップ範囲'],

  // particle and contact
  'p.particle': ['Particle', '粒子'],
  'p.type': ['type', '粒子種'],
  'p.radius': ['Radius', '半径'],
  'p.mass': ['Mass', '質量'],
  'p.density': ['Density', '密度'],
  'p.position': ['Position', '位置'],
  'p.velocity': ['Velocity', '速度'],
  'p.spin': ['Angular velocity', '角速度'],
  'p.force': ['Force', '合力'],
  'p.torque': ['Torque', 'トルク'],
  'p.clump.id': ['Clump', 'クランプ'],
  'p.clump.spheres': ['spheres', '個の球'],
  'p.clump.mass': ['Mass of the clump', 'クランプの質量'],
  'p.clump.centre': ['Centre of mass', '重心'],
  'p.clump.velocity': ['Velocity of the centre', '重心の速度'],
  'p.clump.spin': ['Angular velocity of the clump', 'クランプの角速度'],
  'p.clump.inertia': ['Principal moments of inertia', '主慣性モーメント'],
  'p.clump.turn': ['Orientation (quaternion w x y z)', '姿勢（四元数 w x y z）'],
  'p.contacts': ['Contacts', '接触'],
  'p.partner': ['With', '相手'],
  'p.overlap': ['Overlap', '重なり量'],
  'p.fn': ['Normal force', '法線力'],
  'p.ft': ['Tangential force', '接線力'],
  'p.wall': ['wall', '壁'],
  'p.plot': ['Plot force over displacement', '力-変位曲線を表示'],
  'p.hint': ['Click a contact for its force-displacement curve.', '接触をクリックすると力-変位曲線を表示します。'],
  'p.center': ['Rotate about this particle', 'この粒子を回転中心にする'],
  'p.deselect': ['Deselect (Esc)', '選択を解除（Esc）'],
  'c.contact': ['Contact', '接触'],
  'c.normal': ['Normal force – overlap', '法線力－重なり量'],
  'c.tangential': ['Tangential force – displacement', '接線力－接線変位'],
  'c.time': ['Forces over time', '接触力の時間変化'],
  'c.force': ['Contact force', '接触力'],
  'c.displacement': ['Tangential displacement', '接線変位'],
  'c.wait': ['No values yet: they are recorded while the two touch.', 'まだ値がありません。接触している間だけ記録されます。'],

  // charts
  'chart.name': ['Time series', '時系列'],
  'chart.what': ['Quantity', '表示する量'],
  'chart.energies': ['Energies', 'エネルギー'],
  'chart.group.energy': ['Energy audit', 'エネルギー内訳'],
  'chart.group.meshes': ['Meshes', 'メッシュ'],
  'chart.group.thermo': ['Thermo', 'Thermo 出力'],
  'e.kinetic': ['Kinetic energy', '運動エネルギー'],
  'e.rotational': ['Rotational energy', '回転エネルギー'],
  'e.gravity': ['Potential energy', '位置エネルギー'],
  'e.elastic': ['Elastic energy', '弾性エネルギー'],
  'e.dissipated': ['Dissipated', '散逸エネルギー'],
  'e.wall_work': ['Work of walls', '壁の仕事'],
  'e.external_work': ['External work', '外力の仕事'],
  'e.given': ['Put in by commands', 'コマンドが加えたエネルギー'],
  'e.step_error': ['Integration error', '時間積分誤差'],
  'e.residual': ['Residual', '残差'],
  'e.audit': ['Energy error', 'エネルギー誤差'],
  'e.particles': ['Particles', '粒子数'],
  'e.contacts': ['Contacts', '接触数'],

  // fields
  'f.speed': ['Speed', '速さ'],
  'f.velocity': ['Velocity', '速度'],
  'f.spin': ['Angular speed', '角速度'],
  'f.force': ['Force', '合力'],
  'f.overlap': ['Largest overlap', '最大重なり量'],
  'f.coordination': ['Coordination number', '配位数'],
  'f.pressure': ['Pressure', '圧力'],
  'f.temperature': ['Temperature', '温度'],
  'f.mu': ['Friction coefficient', '摩擦係数'],
  'f.rank': ['Order in memory', 'メモリ上の並び順'],
  'f.type': ['Type', '粒子種'],
  'f.radius': ['Radius', '半径'],
  'f.id': ['Particle ID', '粒子番号'],
  'f.chain': ['Normal force', '法線力'],

  // fields of meshes, and their totals
  's.surface:pressure': ['Normal stress', '法線応力'],
  's.surface:shear': ['Shear stress', 'せん断応力'],
  's.surface:force': ['Force on triangle', '三角形に働く力'],
  's.surface:wear': ['Depth worn off', '摩耗深さ'],
  'm.force': ['force', '力'],
  'm.force_x': ['force x', '力 x'],
  'm.force_y': ['force y', '力 y'],
  'm.force_z': ['force z', '力 z'],
  'm.torque': ['torque', 'トルク'],
  'm.wear': ['volume worn off', '摩耗体積'],

  // header, help, gallery
  'top.language': ['日本語', 'English'],
  'top.language.tip': ['日本語で表示', 'Show in English'],
  'top.theme': ['Light or dark', '明るい／暗い配色'],
  'top.help': ['Keys and gestures (?)', 'キー操作（?）'],
  'help.title': ['Keys and gestures', '操作方法'],
  'help.drag': ['Drag, one finger', 'ドラッグ（1 本指）'],
  'help.drag.is': ['rotate', '回転'],
  'help.pan': ['Right drag, two fingers', '右ドラッグ（2 本指）'],
  'help.pan.is': ['move', '移動'],
  'help.wheel': ['Wheel, pinch', 'ホイール（ピンチ）'],
  'help.wheel.is': ['zoom', '拡大・縮小'],
  'help.click': ['Click, tap', 'クリック（タップ）'],
  'help.click.is': ['values of a particle or a contact', '粒子・接触の値を表示'],
  'help.space': ['Space', 'スペース'],
  'help.space.is': ['pause, resume, play', '一時停止・再開・再生'],
  'help.frame': [', and .', ', と .'],
  'help.frame.is': ['previous and next frame; . also steps a paused run', '前後のフレーム（. は計算を進める）'],
  'help.arrows': ['Arrows, + and −', '矢印、＋、−'],
  'help.arrows.is': ['rotate and zoom (picture focused)', '回転と拡大・縮小（図にフォーカス時）'],
  'help.views': ['0–6, F, O', '0–6、F、O'],
  'help.views.is': ['views, fit, parallel projection', '視点、全体表示、平行投影'],
  'help.parts': ['C, M, B, X', 'C、M、B、X'],
  'help.parts.is': ['force chains, meshes, box, section', '力鎖、メッシュ、計算領域、断面'],
  'help.keep': ['P, R', 'P、R'],
  'help.keep.is': ['save a picture, record frames', '画像を保存、フレームを記録'],
  'help.escape': ['Esc', 'Esc'],
  'help.escape.is': ['deselect', '選択を解除'],
  'gallery.title': ['Examples', '例題'],
  'gallery.lead': ['Each starts a run on this machine and opens its page.', '選ぶとこの計算機で計算が始まり、そのページが開きます。'],
  'gallery.picture': ['Picture of the run', '計算の様子'],
  'gallery.none': ['No examples were found.', '例題が見つかりません。'],
  'scene.label': ['Particles in three dimensions. Arrow keys turn, plus and minus zoom.', '粒子の三次元表示。矢印キーで回転、プラスとマイナスで拡大・縮小。'],
};

Object.assign(TEXT, INSIGHT);

const LANGUAGES = ['en', 'ja'];
let language = 0;

export const languageCode = () => LANGUAGES[language];

export function setLanguage(code) {
  language = Math.max(0, LANGUAGES.indexOf(code));
  document.documentElement.lang = LANGUAGES[language];
}

// A text that the server knows.
export function addText(key, texts) {
  TEXT[key] = texts;
}

// A text in all languages, with values in the place of its signs (%x).
export const filled = (key, values) => TEXT[key].map(text => Object.entries(values).reduce((line, [sign, value]) => line.replace(`%${sign}`, value), text));

export const has = key => key in TEXT;

export function t(key) {
  return TEXT[key]?.[language] ?? key;
}

// Name of something the server may know better: our word for it, or the server's label.
export function nameOf(prefix, { name, label }) {
  const [what, mesh] = name.split(/:(.*)/); // force:MESH
  if (mesh && what === 'region') return `${t('stat.region')} ${mesh}`;
  if (mesh && has(`m.${what}`)) return `${mesh}: ${t(`m.${what}`)}`;
  return has(`${prefix}.${name}`) ? t(`${prefix}.${name}`) : label || name;
}

export function preferredLanguage() {
  return (navigator.languages ?? [navigator.language]).map(l => l.slice(0, 2)).find(l => LANGUAGES.includes(l)) ?? 'en';
}

export const otherLanguage = () => LANGUAGES[1 - language];

export const allTexts = () => Object.entries(TEXT);
