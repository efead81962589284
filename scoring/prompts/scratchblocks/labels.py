# SPDX-License-Identifier: Apache-2.0
"""What is written on each block, as in Scratch's English editor.

``%NAME`` stands for the input or field of that name. Inputs that hold scripts are not named: what
is in them is written below the block.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["BOOLEANS", "BOOLEAN_INPUTS", "LABELS", "MENU_WORDS"]

_MOTION = {
    "motion_movesteps": "move %STEPS steps",
    "motion_turnright": "turn cw %DEGREES degrees",
    "motion_turnleft": "turn ccw %DEGREES degrees",
    "motion_goto": "go to %TO",
    "motion_gotoxy": "go to x: %X y: %Y",
    "motion_glideto": "glide %SECS secs to %TO",
    "motion_glidesecstoxy": "glide %SECS secs to x: %X y: %Y",
    "motion_pointindirection": "point in direction %DIRECTION",
    "motion_pointtowards": "point towards %TOWARDS",
    "motion_changexby": "change x by %DX",
    "motion_setx": "set x to %X",
    "motion_changeyby": "change y by %DY",
    "motion_sety": "set y to %Y",
    "motion_ifonedgebounce": "if on edge, bounce",
    "motion_setrotationstyle": "set rotation style %STYLE",
    "motion_xposition": "x position",
    "motion_yposition": "y position",
    "motion_direction": "direction",
    "motion_scroll_right": "scroll right %DISTANCE",
    "motion_scroll_up": "scroll up %DISTANCE",
    "motion_align_scene": "align scene %ALIGNMENT",
    "motion_xscroll": "x scroll",
    "motion_yscroll": "y scroll",
}
_LOOKS = {
    "looks_sayforsecs": "say %MESSAGE for %SECS seconds",
    "looks_say": "say %MESSAGE",
    "looks_thinkforsecs": "think %MESSAGE for %SECS seconds",
    "looks_think": "think %MESSAGE",
    "looks_switchcostumeto": "switch costume to %COSTUME",
    "looks_nextcostume": "next costume",
    "looks_switchbackdropto": "switch backdrop to %BACKDROP",
    "looks_switchbackdroptoandwait": "switch backdrop to %BACKDROP and wait",
    "looks_nextbackdrop": "next backdrop",
    "looks_changesizeby": "change size by %CHANGE",
    "looks_setsizeto": "set size to %SIZE %",
    "looks_changestretchby": "change stretch by %CHANGE",
    "looks_setstretchto": "set stretch to %STRETCH %",
    "looks_changeeffectby": "change %EFFECT effect by %CHANGE",
    "looks_seteffectto": "set %EFFECT effect to %VALUE",
    "looks_cleargraphiceffects": "clear graphic effects",
    "looks_show": "show",
    "looks_hide": "hide",
    "looks_hideallsprites": "hide all sprites",
    "looks_gotofrontback": "go to %FRONT_BACK layer",
    "looks_goforwardbackwardlayers": "go %FORWARD_BACKWARD %NUM layers",
    "looks_costumenumbername": "costume %NUMBER_NAME",
    "looks_backdropnumbername": "backdrop %NUMBER_NAME",
    "looks_size": "size",
}
_SOUND = {
    "sound_playuntildone": "play sound %SOUND_MENU until done",
    "sound_play": "start sound %SOUND_MENU",
    "sound_stopallsounds": "stop all sounds",
    "sound_changeeffectby": "change %EFFECT effect by %VALUE",
    "sound_seteffectto": "set %EFFECT effect to %VALUE",
    "sound_cleareffects": "clear sound effects",
    "sound_changevolumeby": "change volume by %VOLUME",
    "sound_setvolumeto": "set volume to %VOLUME %",
    "sound_volume": "volume",
    "music_playDrumForBeats": "play drum %DRUM for %BEATS beats",
    "music_midiPlayDrumForBeats": "play drum %DRUM for %BEATS beats",
    "music_restForBeats": "rest for %BEATS beats",
    "music_playNoteForBeats": "play note %NOTE for %BEATS beats",
    "music_setInstrument": "set instrument to %INSTRUMENT",
    "music_midiSetInstrument": "set instrument to %INSTRUMENT",
    "music_setTempo": "set tempo to %TEMPO",
    "music_changeTempo": "change tempo by %TEMPO",
    "music_getTempo": "tempo",
}
_EVENTS = {
    "event_whenflagclicked": "when flag clicked",
    "event_whenkeypressed": "when %KEY_OPTION key pressed",
    "event_whenthisspriteclicked": "when this sprite clicked",
    "event_whenstageclicked": "when stage clicked",
    "event_whenbackdropswitchesto": "when backdrop switches to %BACKDROP",
    "event_whengreaterthan": "when %WHENGREATERTHANMENU > %VALUE",
    "event_whentouchingobject": "when this sprite touches %TOUCHINGOBJECTMENU",
    "event_whenbroadcastreceived": "when I receive %BROADCAST_OPTION",
    "event_broadcast": "broadcast %BROADCAST_INPUT",
    "event_broadcastandwait": "broadcast %BROADCAST_INPUT and wait",
}
_CONTROL = {
    "control_wait": "wait %DURATION seconds",
    "control_repeat": "repeat %TIMES",
    "control_forever": "forever",
    "control_if": "if %CONDITION then",
    "control_if_else": "if %CONDITION then",
    "control_wait_until": "wait until %CONDITION",
    "control_repeat_until": "repeat until %CONDITION",
    "control_while": "while %CONDITION",
    "control_for_each": "for each %VARIABLE in %VALUE",
    "control_all_at_once": "all at once",
    "control_stop": "stop %STOP_OPTION",
    "control_start_as_clone": "when I start as a clone",
    "control_create_clone_of": "create clone of %CLONE_OPTION",
    "control_delete_this_clone": "delete this clone",
    "control_get_counter": "counter",
    "control_incr_counter": "increment counter",
    "control_clear_counter": "clear counter",
}
_SENSING = {
    "sensing_touchingobject": "touching %TOUCHINGOBJECTMENU ?",
    "sensing_touchingcolor": "touching color %COLOR ?",
    "sensing_coloristouchingcolor": "color %COLOR is touching %COLOR2 ?",
    "sensing_distanceto": "distance to %DISTANCETOMENU",
    "sensing_askandwait": "ask %QUESTION and wait",
    "sensing_answer": "answer",
    "sensing_keypressed": "key %KEY_OPTION pressed?",
    "sensing_mousedown": "mouse down?",
    "sensing_mousex": "mouse x",
    "sensing_mousey": "mouse y",
    "sensing_setdragmode": "set drag mode %DRAG_MODE",
    "sensing_loudness": "loudness",
    "sensing_loud": "loud?",
    "sensing_timer": "timer",
    "sensing_resettimer": "reset timer",
    "sensing_of": "%PROPERTY of %OBJECT",
    "sensing_current": "current %CURRENTMENU",
    "sensing_dayssince2000": "days since 2000",
    "sensing_username": "username",
    "sensing_userid": "user id",
    "sensing_online": "online?",
    "videoSensing_whenMotionGreaterThan": "when video motion > %REFERENCE",
    "videoSensing_videoOn": "video %ATTRIBUTE on %SUBJECT",
    "videoSensing_videoToggle": "turn video %VIDEO_STATE",
    "videoSensing_setVideoTransparency": "set video transparency to %TRANSPARENCY",
    "text2speech_speakAndWaitBlock": "speak %WORDS",
    "text2speech_setVoiceBlock": "set voice to %VOICE",
    "text2speech_setLanguageBlock": "set language to %LANGUAGE",
    "translate_getTranslate": "translate %WORDS to %LANGUAGE",
    "translate_getViewerLanguage": "language",
}
_OPERATORS = {
    "operator_add": "%NUM1 + %NUM2",
    "operator_subtract": "%NUM1 - %NUM2",
    "operator_multiply": "%NUM1 * %NUM2",
    "operator_divide": "%NUM1 / %NUM2",
    "operator_random": "pick random %FROM to %TO",
    "operator_gt": "%OPERAND1 > %OPERAND2",
    "operator_lt": "%OPERAND1 < %OPERAND2",
    "operator_equals": "%OPERAND1 = %OPERAND2",
    "operator_and": "%OPERAND1 and %OPERAND2",
    "operator_or": "%OPERAND1 or %OPERAND2",
    "operator_not": "not %OPERAND",
    "operator_join": "join %STRING1 %STRING2",
    "operator_letter_of": "letter %LETTER of %STRING",
    "operator_length": "length of %STRING",
    "operator_contains": "%STRING1 contains %STRING2 ?",
    "operator_mod": "%NUM1 mod %NUM2",
    "operator_round": "round %NUM",
    "operator_mathop": "%OPERATOR of %NUM",
}
_DATA = {
    "data_setvariableto": "set %VARIABLE to %VALUE",
    "data_changevariableby": "change %VARIABLE by %VALUE",
    "data_showvariable": "show variable %VARIABLE",
    "data_hidevariable": "hide variable %VARIABLE",
    "data_addtolist": "add %ITEM to %LIST",
    "data_deleteoflist": "delete %INDEX of %LIST",
    "data_deletealloflist": "delete all of %LIST",
    "data_insertatlist": "insert %ITEM at %INDEX of %LIST",
    "data_replaceitemoflist": "replace item %INDEX of %LIST with %ITEM",
    "data_itemoflist": "item %INDEX of %LIST",
    "data_itemnumoflist": "item # of %ITEM in %LIST",
    "data_lengthoflist": "length of %LIST",
    "data_listcontainsitem": "%LIST contains %ITEM ?",
    "data_showlist": "show list %LIST",
    "data_hidelist": "hide list %LIST",
}
_PEN = {
    "pen_clear": "erase all",
    "pen_stamp": "stamp",
    "pen_penDown": "pen down",
    "pen_penUp": "pen up",
    "pen_setPenColorToColor": "set pen color to %COLOR",
    "pen_changePenColorParamBy": "change pen %COLOR_PARAM by %VALUE",
    "pen_setPenColorParamTo": "set pen %COLOR_PARAM to %VALUE",
    "pen_changePenSizeBy": "change pen size by %SIZE",
    "pen_setPenSizeTo": "set pen size to %SIZE",
    "pen_setPenShadeToNumber": "set pen shade to %SHADE",
    "pen_changePenShadeBy": "change pen shade by %SHADE",
    "pen_setPenHueToNumber": "set pen color to %HUE",
    "pen_changePenHueBy": "change pen color by %HUE",
}

LABELS: Mapping[str, str] = {
    **_MOTION,
    **_LOOKS,
    **_SOUND,
    **_EVENTS,
    **_CONTROL,
    **_SENSING,
    **_OPERATORS,
    **_DATA,
    **_PEN,
}
"""Label by opcode. Variables, lists and custom blocks have labels of their own."""

BOOLEANS = frozenset(
    {
        *("operator_gt", "operator_lt", "operator_equals", "operator_and", "operator_or"),
        *("operator_not", "operator_contains", "data_listcontainsitem"),
        *("sensing_touchingobject", "sensing_touchingcolor", "sensing_coloristouchingcolor"),
        *("sensing_keypressed", "sensing_mousedown", "sensing_loud", "sensing_online"),
        "argument_reporter_boolean",
    }
)
"""Opcodes of the reporters with pointed ends."""

BOOLEAN_INPUTS = frozenset({"CONDITION", "OPERAND"})
"""Inputs that are pointed when empty, besides those of "and" and "or"."""

MENU_WORDS: Mapping[str, str] = {
    "_mouse_": "mouse-pointer",
    "_random_": "random position",
    "_edge_": "edge",
    "_myself_": "myself",
    "_stage_": "Stage",
}
"""What the editor shows for choices that are no name."""
